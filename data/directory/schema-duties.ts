import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ClockRow } from '#domain/clock.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row per duty of the cron, and `clock` for the cron itself: what it did last and what waits. See domain/clock.ts. */
export const duties = sqliteTable('duties', {
  duty: text().$type<ClockRow['duty']>().primaryKey(),
  since: instant('since').notNull(),
  ranAt: instant('ran_at'),
  succeededAt: instant('succeeded_at'),
  /** Rows due at the last run of the cron, counted up to a bound. */
  backlog: integer(),
  oldestDueAt: instant('oldest_due_at'),
  /** When an alarm about it was last raised. */
  warnedAt: instant('warned_at')
})
