// The columns of changes that operators plan: rows are added, and cancelled before they begin, never changed otherwise, so that they are
// the history of what they change.
import { integer, text } from 'drizzle-orm/sqlite-core'

/** From the key of the call, so that a repetition adds nothing. */
export const plannedId = () => text().primaryKey()

export const plannedColumns = () => ({
  startsAt: integer('starts_at').notNull(),
  createdAt: integer('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  reason: text().notNull(),
  cancelledAt: integer('cancelled_at'),
  cancelledBy: text('cancelled_by')
})
