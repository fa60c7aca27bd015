// The calls of routes for answers: what operators see of suppliers, and nothing of users. Kept for 35 days (data/directory/retention.ts).
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const routeAttempts = sqliteTable(
  'route_attempts',
  {
    /** The minute in which the call began, in milliseconds since the epoch. */
    at: integer().notNull(),
    /** By chance: an attempt that is saved again is stored once, and it leads to no user and no answer. */
    id: integer().notNull(),
    /** Ours. */
    model: text().notNull(),
    supplier: text().notNull(),
    /** What was asked for, by the supplier's id. */
    upstreamModel: text('upstream_model').notNull(),
    /** As of domain/models/route-attempt.ts. */
    outcome: text().notNull(),
    /** In steps of 10 ms. Null: no word came, so the route has not served the answer. */
    firstWordMs: integer('first_word_ms'),
    /** In whole seconds. */
    totalMs: integer('total_ms').notNull(),
    /** Null, as the cost, where the usage was not told. Zero where the supplier tells the usage without this part of it. */
    inputTokens: integer('input_tokens'),
    cachedInputTokens: integer('cached_input_tokens'),
    cacheWriteTokens: integer('cache_write_tokens'),
    outputTokens: integer('output_tokens'),
    searches: integer(),
    /** At the list price of the route, without a markup. */
    costMicros: integer('cost_micros'),
    /** In millionths of a token, because calls of the API cost parts of one. Zero unless the route has served the answer and the user has paid it. */
    chargedMicros: integer('charged_micros').notNull(),
    /** A plan has paid the answer. */
    isOnPlan: integer('is_on_plan', { mode: 'boolean' }).notNull(),
    /** Whose call it was: `site`, or the surface of the API (domain/models/route-attempt.ts). Null: stored before this was known. */
    surface: text(),
    /** It was the last one of its call of the API, so the call ended as it did. Null: of the site, or stored before this was known. */
    endsCall: integer('ends_call', { mode: 'boolean' })
  },
  (table) => [
    // The newest are read, and the oldest deleted, by it.
    primaryKey({ columns: [table.at, table.id] }),
    // Those of the API alone.
    index('route_attempts_api')
      .on(table.at)
      .where(sql`${table.endsCall} is not null`)
  ]
)
