// Providers that are switched off.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A provider at which our account has no money: until the given time nothing is sent to it. */
export const providerOutages = sqliteTable('provider_outages', {
  provider: text().primaryKey(),
  /** The provider's code, or ours where it has none. */
  code: text(),
  /** Milliseconds since the epoch. */
  until: integer().notNull()
})
