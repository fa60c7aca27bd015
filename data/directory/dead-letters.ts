// Messages that the queues gave up, until an operator has dealt with them.
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { deadLetters } from './schema-dead-letters.ts'

export type DeadLetter = typeof deadLetters.$inferSelect
export type FoundLetter = Pick<DeadLetter, 'queue' | 'kind' | 'subject' | 'row' | 'reason' | 'error'>

/** Notes a message that a queue gave up. A repetition is counted while no operator has dealt with it. */
export async function noteDeadLetter(directory: Directory, found: FoundLetter, now: number): Promise<void> {
  await directory
    .insert(deadLetters)
    .values({ ...found, firstAt: now, at: now })
    .onConflictDoUpdate({
      target: [deadLetters.queue, deadLetters.subject, deadLetters.row],
      targetWhere: isNull(deadLetters.resolvedAt),
      set: { at: now, reason: found.reason, error: found.error, times: sql`${deadLetters.times} + 1` }
    })
}

/** Newest first. @param before only older ones than this id */
export const deadLettersIn = (
  directory: Directory,
  { isOpen, before, limit }: { isOpen: boolean; before: number | undefined; limit: number }
) =>
  directory
    .select()
    .from(deadLetters)
    .where(
      and(
        isOpen ? isNull(deadLetters.resolvedAt) : undefined,
        before === undefined ? undefined : lt(deadLetters.id, before)
      )
    )
    .orderBy(desc(deadLetters.id))
    .limit(limit)

export const findDeadLetter = (directory: Directory, id: number): Promise<DeadLetter | undefined> =>
  directory.select().from(deadLetters).where(eq(deadLetters.id, id)).get()

/** @returns false when another action has dealt with it */
export async function resolveDeadLetter(
  directory: Directory,
  { id, resolution, actionId }: { id: number; resolution: 'retried' | 'closed'; actionId: string },
  now: number
): Promise<boolean> {
  const resolved = await directory
    .update(deadLetters)
    .set({ resolution, actionId, resolvedAt: sql`coalesce(${deadLetters.resolvedAt}, ${now})` })
    .where(and(eq(deadLetters.id, id), or(isNull(deadLetters.resolvedAt), eq(deadLetters.actionId, actionId))))
    .returning({ id: deadLetters.id })
  return resolved.length > 0
}

/** How many wait for an operator, counted up to a bound. */
export async function countDeadLetters(directory: Directory, max: number): Promise<number> {
  const waiting = directory
    .select({ id: deadLetters.id })
    .from(deadLetters)
    .where(isNull(deadLetters.resolvedAt))
    .limit(max)
    .as('waiting')
  const [row] = await directory.select({ total: sql<number>`count(*)` }).from(waiting)
  return row?.total ?? 0
}
