// The walk over the users of a history, a portion at a time, that finds old lines. It never scans: it jumps from user to
// user by the primary keys, and looks at the first and the last line of each.
import { and, eq, lte } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { bookWalks } from './schema-books.ts'

const leaseMs = 90_000
const walkId = 1
/** A new round begins so long after the one before has ended. */
const restMs = 24 * 60 * 60 * 1000

/** Leases the next portion. @returns the last user whose books were checked; undefined: another run has it, or the walk rests */
export async function leaseWalk(history: History, now: number): Promise<string | undefined> {
  await history.insert(bookWalks).values({ id: walkId, cursor: '', resumesAt: 0, leaseUntil: 0 }).onConflictDoNothing()
  const [walk] = await history
    .update(bookWalks)
    .set({ leaseUntil: now + leaseMs })
    .where(and(eq(bookWalks.id, walkId), lte(bookWalks.leaseUntil, now), lte(bookWalks.resumesAt, now)))
    .returning({ cursor: bookWalks.cursor })
  return walk?.cursor
}

/** Moves the bookmark and gives the lease back. @param cursor null: this was the last user */
export async function moveWalk(history: History, cursor: string | null, now: number): Promise<void> {
  const resumesAt = cursor === null ? now + restMs : 0
  await history
    .update(bookWalks)
    .set({ cursor: cursor ?? '', resumesAt, leaseUntil: 0 })
    .where(eq(bookWalks.id, walkId))
}

/** The users with books behind an id: a jump by the primary keys. @param after an expression of SQL */
export const nextBookUser = (after: string) => `select min(id) from (
  select min(user_id) as id from ledger_entries where user_id > ${after}
  union all select min(user_id) from old_books where user_id > ${after})`

const lineAt = (order: 'asc' | 'desc') =>
  `(select at from ledger_entries where user_id = id order by seq ${order} limit 1)`

const walkQuery = `with recursive found(id) as (
    select (${nextBookUser('?1')}) union all select (${nextBookUser('found.id')}) from found where found.id is not null limit ?2)
  select id, ${lineAt('asc')} as firstAt, coalesce(${lineAt('desc')},
      (select last_at from old_books where user_id = id)) as lastAt,
    exists (select 1 from usage where user_id = id) as hasUsage
  from found where id is not null`

export interface WalkedUser {
  id: string
  /** Of the first line in the table; null: all lines have left it. */
  firstAt: number | null
  /** Of the last line, wherever it is. */
  lastAt: number | null
  hasUsage: 0 | 1
}

/** The next users with books, in the order of the ids; erased ones too. */
export async function walkedUsers({ $client }: History, after: string, limit: number): Promise<WalkedUser[]> {
  const { results } = await $client.prepare(walkQuery).bind(after, limit).all<WalkedUser>()
  return results
}
