// The nightly check: how far it is, and what it found. Kept for a month.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DifferenceKind } from '#domain/reconciliation.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row per night. `stage` and `cursor` are the bookmark: a check that was interrupted goes on from there. */
export const reconciliations = sqliteTable('reconciliations', {
  /** See domain/reconciliation-clock.ts. */
  night: integer().primaryKey(),
  stage: text({ enum: ['users', 'files', 'done'] }).notNull(),
  /** The last user or job that was checked; empty before the first. */
  cursor: text().notNull(),
  users: integer().notNull().default(0),
  jobs: integer().notNull().default(0),
  differences: integer().notNull().default(0),
  startedAt: instant('started_at').notNull(),
  movedAt: instant('moved_at').notNull(),
  /** A portion is being checked until then. */
  leaseUntil: instant('lease_until').notNull().default(0),
  finishedAt: instant('finished_at')
})

/** What the check of a night found. A portion that is repeated after a crash finds the same again. */
export const reconciliationDifferences = sqliteTable(
  'reconciliation_differences',
  {
    night: integer().notNull(),
    kind: text().$type<DifferenceKind>().notNull(),
    subject: text().notNull(),
    /** Empty where no user is known. */
    userId: text('user_id').notNull(),
    detail: text().notNull(),
    foundAt: instant('found_at').notNull()
  },
  (table) => [primaryKey({ columns: [table.night, table.kind, table.subject] })]
)
