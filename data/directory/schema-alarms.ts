// The alarms for operators, and which channels have delivered them.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { AlarmKind } from '#contract/alarm-kinds.ts'
import type { AlarmChannelName, AlarmFacts } from '#domain/alarm.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row for each problem, from its first alarm until an operator ends it; it counts the repetitions. */
export const alarms = sqliteTable(
  'alarms',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<AlarmKind>().notNull(),
    subject: text().notNull(),
    userId: text('user_id'),
    /** Codes and numbers of the newest repetition, nothing personal. */
    detail: text({ mode: 'json' }).$type<AlarmFacts>().notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    count: integer().notNull().default(1),
    /** When the alarm is sent next; while it is being sent, the end of the lease. Null: it is not sent. */
    pageAt: instant('page_at'),
    /** The channels that have delivered it in this round. */
    told: text({ mode: 'json' })
      .$type<AlarmChannelName[]>()
      .notNull()
      .default(sql`'[]'`),
    /** How often a channel failed in this round. */
    failures: integer().notNull().default(0),
    /** When it was last delivered. */
    pagedAt: instant('paged_at'),
    resolvedAt: instant('resolved_at'),
    resolvedBy: text('resolved_by'),
    note: text()
  },
  (table) => [
    uniqueIndex('alarms_open')
      .on(table.kind, table.subject)
      .where(sql`${table.resolvedAt} is null`),
    index('alarms_due')
      .on(table.pageAt)
      .where(sql`${table.pageAt} is not null`),
    index('alarms_over')
      .on(table.resolvedAt)
      .where(sql`${table.resolvedAt} is not null`)
  ]
)

/** Counts of events of which only a high rate is an alarm: one row for each kind, for the current window. */
export const alarmCounts = sqliteTable('alarm_counts', {
  name: text().primaryKey(),
  windowStart: instant('window_start').notNull(),
  count: integer().notNull()
})

/** The walk that measures the bucket of files: one row. */
export const bucketSizes = sqliteTable('bucket_sizes', {
  bucket: text().primaryKey(),
  /** Where the walk continues; null: it begins anew. */
  cursor: text(),
  walkedBytes: integer('walked_bytes').notNull().default(0),
  walkedFiles: integer('walked_files').notNull().default(0),
  startedAt: instant('started_at'),
  /** Of the last whole walk; null before the first. */
  bytes: integer(),
  files: integer(),
  measuredAt: instant('measured_at')
})
