// Old lines leave the tables, and what they add up to stays in one row per user. Every read is bounded and goes by an index.
import { asc, eq, sql } from 'drizzle-orm'
import type { BookSums } from '#domain/books.ts'
import type { History } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { oldBooks } from './schema-books.ts'
import { ledgerEntries, usage } from './schema-ledger.ts'

/** Operations of payments and refunds, which a person makes: few. The nightly check compares each, so their rows stay. */
export const isPaid = `(operation_id >= 'payment:' and operation_id < 'payment;'
  or operation_id >= 'refund:' and operation_id < 'refund;')`

/** The first lines of a user that are in the table. */
export const firstLines = (history: History, userId: string, limit: number) =>
  history
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
    .orderBy(asc(ledgerEntries.seq))
    .limit(limit)

/**
 * Adds lines to the user's row and deletes them with their operations, in one transaction, if all of them are there and
 * follow those that have left.
 * @returns whether it did
 */
export async function moveLines(history: History, userId: string, sums: BookSums): Promise<boolean> {
  const { firstSeq, lastSeq, firstAt, lastAt, balanceAfter, balanceSum, hasCorrection } = sums
  const ofUser = sql`from ${oldBooks} where ${oldBooks.userId} = ${userId}`
  const moved = await history.$client.batch(
    [
      sql`insert into old_books (user_id, last_seq, first_at, last_at, balance_after, balance_sum)
        select ${userId}, ${lastSeq}, ${firstAt}, ${lastAt}, ${balanceAfter}, ${balanceSum}
        where coalesce((select last_seq ${ofUser}), 0) = ${firstSeq - 1}
          and (select count(*) from ${ledgerEntries} where user_id = ${userId} and seq between ${firstSeq} and ${lastSeq})
            = ${lastSeq - firstSeq + 1}
        on conflict (user_id) do update set last_seq = excluded.last_seq, last_at = max(last_at, excluded.last_at),
          balance_after = excluded.balance_after,
          balance_sum = excluded.balance_sum + iif(${hasCorrection ? 1 : 0}, 0, balance_sum)`,
      // The index is by time.
      sql`delete from ${usage} where user_id = ${userId} and finished_at <= (select last_at ${ofUser})
        and seq <= (select last_seq ${ofUser}) and not ${sql.raw(isPaid)}`,
      sql`delete from ${ledgerEntries} where user_id = ${userId} and seq <= (select last_seq ${ofUser})`
    ].map((statement) => prepared(history, statement))
  )
  return moved[0]?.meta.changes === 1
}

const lineAt = (order: 'asc' | 'desc') =>
  `(select at from ledger_entries where user_id = ?1 order by seq ${order} limit 1)`

const spanQuery = `select coalesce((select first_at from old_books where user_id = ?1), ${lineAt('asc')}) as firstAt,
  coalesce(${lineAt('desc')}, (select last_at from old_books where user_id = ?1)) as lastAt`

/** The times of a user's first and last lines, of however long ago; null: there are none. */
export async function spanOf(
  { $client }: History,
  userId: string
): Promise<{ firstAt: number; lastAt: number } | null> {
  const span = await $client.prepare(spanQuery).bind(userId).first<{ firstAt: number | null; lastAt: number | null }>()
  return span?.firstAt == null || span.lastAt === null ? null : { firstAt: span.firstAt, lastAt: span.lastAt }
}
