// Services and models that an operator has switched off.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** While the row exists, no new request is accepted. `operator_actions` keeps past switches. */
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
