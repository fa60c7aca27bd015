// Providers that are switched off.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A provider at which our account has no money: no request is sent to it until the given time. */
export const providerOutages = sqliteTable('provider_outages', {
  provider: text().primaryKey(),
  /** The provider's code, or our own where the provider gives none. */
  code: text(),
  /** Milliseconds since the epoch. */
  until: integer().notNull()
})
