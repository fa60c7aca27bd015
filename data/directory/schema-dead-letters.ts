// Messages that the queues gave up.
import { sql } from 'drizzle-orm'
import type { JobStep } from '#domain/job.ts'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row per message and failure that no operator has dealt with yet; it counts the repetitions. */
export const deadLetters = sqliteTable(
  'dead_letters',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Where it was found: the queue of dead letters, or the one that got an unreadable message. */
    queue: text().notNull(),
    kind: text({ enum: ['job', 'duty', 'unreadable'] }).notNull(),
    /** The id of the job, or the name of the duty; empty for what could not be read. */
    subject: text().notNull(),
    /** The id of the duty's row; empty: none. */
    row: text('row_id').notNull(),
    /** Of a job: the step that kept failing. died: the duty's invocation ended several times. */
    reason: text().$type<JobStep | 'died' | 'unreadable'>().notNull(),
    /** The name or the code of the last error, never its message; null: none was noted. */
    error: text(),
    times: integer().notNull().default(1),
    firstAt: instant('first_at').notNull(),
    at: instant('at').notNull(),
    resolvedAt: instant('resolved_at'),
    resolution: text({ enum: ['retried', 'closed'] }),
    /** The action of the operator who dealt with it: only this action may continue. */
    actionId: text('action_id')
  },
  (table) => [
    uniqueIndex('dead_letters_open')
      .on(table.queue, table.subject, table.row)
      .where(sql`${table.resolvedAt} is null`),
    index('dead_letters_waiting')
      .on(table.id)
      .where(sql`${table.resolvedAt} is null`),
    index('dead_letters_over').on(table.at)
  ]
)
