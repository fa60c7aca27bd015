// Old books: the lines of the ledger and of the usage that are in files in R2 (data/files/book-files.ts), and what they add up to.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row per file. The lines left this database in the transaction that added the row. See domain/books.ts. */
export const archivedBooks = sqliteTable(
  'archived_books',
  {
    userId: text('user_id').notNull(),
    kind: text({ enum: ['ledger', 'usage'] }).notNull(),
    /** Like `2026-11`, in UTC. */
    month: text().notNull(),
    /** From 1: a month with many lines has several files. */
    part: integer().notNull(),
    rows: integer().notNull(),
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    balanceDelta: integer('balance_delta').notNull(),
    correctedDelta: integer('corrected_delta').notNull(),
    correctedSeq: integer('corrected_seq').notNull(),
    balanceAfter: integer('balance_after').notNull(),
    ended: integer().notNull(),
    costTokens: integer('cost_tokens').notNull(),
    /** Of the usage: the tokens of payments and refunds, which the nightly check compares with the payments. */
    paid: text({ mode: 'json' }).$type<{ operationId: string; costTokens: number }[]>().notNull(),
    /** Of the stored bytes, in hexadecimal. */
    sha256: text().notNull(),
    bytes: integer().notNull(),
    archivedAt: instant('archived_at').notNull()
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.month, table.part] }),
    index('archived_in_debt')
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
