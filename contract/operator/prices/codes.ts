// Promo codes, made and ended by operators.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { change } from '../access/change.ts'
import { tokenChange } from '../people/tokens.ts'
import { numberInText } from '../../validation.ts'

const instant = (text: string) => z.number(text).int()
export const startsAt = instant('Укажите начало')
export const endsAt = instant('Укажите конец')

/** A whole number from 1 on, with the message that the form shows. */
export const countUpTo = (max: number) => {
  const text = `Целое число от 1 до ${max}`
  return z.number(text).int(text).min(1, text).max(max, text)
}

export const listPage = { before: numberInText(z.number().int()).optional() }

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
  call: 'GET /operator/codes',
  permission: 'prices.read',
  input: z.object(listPage),
  output: z.object({ codes: z.array(promoCode), next: z.number().int().nullable() })
})

/** Passes the gate of `changeTokens` with its tokens times its uses; `code` is null while it waits. 409: there is or was such a code. */
export const addCode = endpoint({
  call: 'POST /operator/codes',
  permission: 'prices.change',
  input: z.object({
    code: z.string().trim().min(1, 'Введите промокод').max(60),
    tokens: countUpTo(1000),
    /** How many accounts may use it, and how many of one network within a day. */
    uses_max: countUpTo(100_000),
    network_max: countUpTo(1000).default(5),
    starts_at: startsAt,
    ends_at: endsAt,
    ...change
  }),
  output: z.object({ code: promoCode.nullable(), change: tokenChange })
})

/** No user can use it from now on. */
export const endCode = endpoint({
  call: 'POST /operator/codes/:code/end',
  permission: 'prices.change',
  input: z.object({ code: z.string().max(60), ...change }),
  output: z.object({ code: promoCode })
})
