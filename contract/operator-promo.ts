// Promo codes and announcements, made and ended by operators.
import { z } from 'zod'
import { announcementSeverities } from './announcements.ts'
import { endpoint } from './endpoint.ts'
import { change } from './operator-change.ts'
import { tokenChange } from './operator-tokens.ts'
import { numberInText } from './validation.ts'

const instant = (text: string) => z.number({ error: text }).int()
const starts_at = instant('Укажите начало')
const ends_at = instant('Укажите конец')

/** A whole number from 1 on, with what a person is told about it. */
export const countUpTo = (max: number) => {
  const text = `Целое число от 1 до ${max}`
  return z.number({ error: text }).int(text).min(1, text).max(max, text)
}

const page = { before: numberInText(z.number().int()).optional() }

const promoCode = z.object({
  code: z.string(),
  tokens: z.number().int(),
  uses: z.number().int(),
  uses_max: z.number().int(),
  network_max: z.number().int(),
  state: z.enum(['coming', 'valid', 'over']),
  starts_at: z.number(),
  ends_at: z.number(),
  created_at: z.number(),
  created_by: z.string()
})
export type PromoCode = z.infer<typeof promoCode>

export const listCodes = endpoint({
  method: 'GET',
  path: '/operator/codes',
  access: 'operator',
  permission: 'prices.read',
  input: z.object(page),
  output: z.object({ codes: z.array(promoCode), next: z.number().int().nullable() })
})

/** Passes the gate of `changeTokens` with its tokens times its uses; `code` is null while it waits. 409: there is or was such a code. */
export const addCode = endpoint({
  method: 'POST',
  path: '/operator/codes',
  access: 'operator',
  permission: 'prices.change',
  input: z.object({
    code: z.string().trim().min(1, 'Введите промокод').max(60),
    tokens: countUpTo(1000),
    /** How many accounts may use it, and how many of one network within a day. */
    uses_max: countUpTo(100_000),
    network_max: countUpTo(1000).default(5),
    starts_at,
    ends_at,
    ...change
  }),
  output: z.object({ code: promoCode.nullable(), change: tokenChange })
})

/** Nobody can use it from now on. */
export const endCode = endpoint({
  method: 'POST',
  path: '/operator/codes/:code/end',
  access: 'operator',
  permission: 'prices.change',
  input: z.object({ code: z.string().max(60), ...change }),
  output: z.object({ code: promoCode })
})

const shownAnnouncement = z.object({
  id: z.string(),
  text: z.string(),
  severity: z.enum(announcementSeverities),
  state: z.enum(['coming', 'shown', 'over']),
  starts_at: z.number(),
  ends_at: z.number(),
  created_at: z.number(),
  created_by: z.string()
})
export type ShownAnnouncement = z.infer<typeof shownAnnouncement>

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/operator/announcements',
  access: 'operator',
  permission: 'prices.read',
  input: z.object(page),
  output: z.object({ announcements: z.array(shownAnnouncement), next: z.number().int().nullable() })
})

export const addAnnouncement = endpoint({
  method: 'POST',
  path: '/operator/announcements',
  access: 'operator',
  permission: 'prices.change',
  input: z.object({
    text: z.string().trim().min(5, 'Напишите объявление').max(300, 'Объявление слишком длинное'),
    severity: z.enum(announcementSeverities),
    starts_at,
    ends_at,
    ...change
  }),
  output: z.object({ announcement: shownAnnouncement })
})

/** Taken away, within half a minute from every page that asks. */
export const endAnnouncement = endpoint({
  method: 'POST',
  path: '/operator/announcements/:id/end',
  access: 'operator',
  permission: 'prices.change',
  input: z.object({ id: z.string().regex(/^[\w-]{43}$/, 'Такого id не бывает'), ...change }),
  output: z.object({ announcement: shownAnnouncement })
})
