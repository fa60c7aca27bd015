// Changes that operators plan: each has a start ahead and a reason, and none is rewritten.
import { z } from 'zod'

/** Milliseconds since the epoch; at least two minutes ahead, so that every part of the platform knows it by then. */
export const startsAt = z.number('Укажите время начала').int()

/**
 * What the operator has read of the other changes of the same thing: the id of the one that will be in force just before the start, and of
 * the one that begins next after it. Null: there is none. A change that was written against anything else is refused with 409.
 */
export const readPlace = { base: z.string().max(64).nullable(), next: z.string().max(64).nullable() }
export type ReadPlace = z.infer<z.ZodObject<typeof readPlace>>

/** The id of the change that is in force; null: none has begun. */
export const inForceId = z.string().nullable()

interface Startable {
  id: string
  /** Milliseconds since the epoch. */
  starts_at: number
}

/**
 * Where a change that starts then stands among the others of the same thing: it is made of `base`, and `next` replaces it.
 * @param at the start, in milliseconds since the epoch
 * @param changes the one in force and those that are planned, none of them cancelled
 */
export function placeAt<Change extends Startable>(
  changes: readonly Change[],
  at: number
): { base: Change | null; next: Change | null } {
  const inOrder = changes.toSorted((one, other) => one.starts_at - other.starts_at)
  return {
    base: inOrder.findLast(({ starts_at: begins }) => begins < at) ?? null,
    next: inOrder.find(({ starts_at: begins }) => begins > at) ?? null
  }
}

/** The same as a call sends it. @param inForce the id of the change that is in force, where it is not among `changes` */
export function readPlaceAt(changes: readonly Startable[], at: number, inForce: string | null = null): ReadPlace {
  const { base, next } = placeAt(changes, at)
  return { base: base?.id ?? inForce, next: next?.id ?? null }
}

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
