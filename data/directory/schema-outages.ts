// Providers that are switched off, and routes of models that are left out for a while.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A provider at which our account has no money: no request is sent to it until the given time. */
export const providerOutages = sqliteTable('provider_outages', {
  provider: text().primaryKey(),
  /** The provider's code, or our own where the provider gives none. */
  code: text(),
  /** Milliseconds since the epoch. */
  until: integer().notNull()
})

/** The breaker of a route when it opened or closed last (domain/models/breaker.ts): what a new isolate begins with. */
export const routeStates = sqliteTable(
  'route_states',
  {
    supplier: text().notNull(),
    /** The supplier's id of the model. */
    model: text().notNull(),
    /** How often in a row it has opened; 0: it is closed. */
    opened: integer().notNull(),
    openUntil: integer('open_until').notNull(),
    /** The kind of the failure that opened it; null: it is closed. */
    failure: text(),
    changedAt: integer('changed_at').notNull()
  },
  (table) => [primaryKey({ columns: [table.supplier, table.model] })]
)
