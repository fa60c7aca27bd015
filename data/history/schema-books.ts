// What stays of the lines of the ledger that are older than a year, and the walk that looks for such lines.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row per user: all lines up to `lastSeq` are here and no longer in `ledger_entries`. See domain/books.ts. */
export const oldBooks = sqliteTable(
  'old_books',
  {
    userId: text('user_id').primaryKey(),
    lastSeq: integer('last_seq').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** After the last line. */
    balanceAfter: integer('balance_after').notNull(),
    /** What the lines moved, from the newest correction among them on. */
    balanceSum: integer('balance_sum').notNull()
  },
  (table) => [
    index('old_in_debt')
      .on(table.userId)
      .where(sql`${table.balanceAfter} < 0`)
  ]
)

/** The position of the walk that looks for old lines; one row. */
export const bookWalks = sqliteTable('book_walks', {
  id: integer().primaryKey(),
  /** The last user whose books were checked; empty before the first. */
  cursor: text().notNull(),
  /** The next portion does not begin before this time: a finished round rests. */
  resumesAt: instant('resumes_at').notNull(),
  /** A portion is being done until then. */
  leaseUntil: instant('lease_until').notNull()
})
