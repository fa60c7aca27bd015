// Changes that operators plan: each has a start ahead and a reason, and none is rewritten.
import { z } from 'zod'

/** Milliseconds since the epoch; at least two minutes ahead, so that every part of the platform knows it by then. */
export const startsAt = z.number({ error: 'Укажите время начала' }).int()

export const plannedId = z.string().regex(/^[\w-]{43}$/, 'Такого id не бывает')

/** What every planned change tells of itself. */
export const planned = {
  id: z.string(),
  state: z.enum(['coming', 'begun', 'cancelled']),
  starts_at: z.number(),
  created_at: z.number(),
  created_by: z.string(),
  reason: z.string(),
  cancelled_by: z.string().nullable()
}

/** What an editor of starts needs: the server's clock, and the least that a change must be ahead of it. */
export const startBounds = { now: z.number(), notice_ms: z.number() }
