// Services and models that an operator has switched off.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** While the row is there, nothing new is accepted. What was switched on again is in `operator_actions`. */
export const serviceSwitches = sqliteTable(
  'service_switches',
  {
    service: text().notNull(),
    /** Our id of one model; empty: the whole service. */
    model: text().notNull(),
    /** Shown to users. */
    reason: text().notNull(),
    /** Milliseconds since the epoch. */
    since: integer().notNull(),
    /** The operator's short name. */
    by: text('switched_by').notNull()
  },
  (table) => [primaryKey({ columns: [table.service, table.model] })]
)
