// Announcements, made and ended by operators.
import { z } from 'zod'
import { announcementSeverities } from '../../announcements.ts'
import { change } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'
import { endsAt, listPage, startsAt } from './codes.ts'

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
  call: 'GET /operator/announcements',
  permission: 'prices.read',
  input: z.object(listPage),
  output: z.object({ announcements: z.array(shownAnnouncement), next: z.number().int().nullable() })
})

export const addAnnouncement = endpoint({
  call: 'POST /operator/announcements',
  permission: 'prices.change',
  input: z.object({
    text: z.string().trim().min(5, 'Напишите объявление').max(300, 'Объявление слишком длинное'),
    severity: z.enum(announcementSeverities),
    starts_at: startsAt,
    ends_at: endsAt,
    ...change
  }),
  output: z.object({ announcement: shownAnnouncement })
})

/** Ends an announcement: pages stop showing it within half a minute. */
export const endAnnouncement = endpoint({
  call: 'POST /operator/announcements/:id/end',
  permission: 'prices.change',
  input: z.object({ id: z.string().regex(/^[\w-]{43}$/, 'Такого id не бывает'), ...change }),
  output: z.object({ announcement: shownAnnouncement })
})
