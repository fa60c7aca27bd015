// The calls of routes, as users' objects write them. No row says whose answer it was.
import type { RouteAttempt } from '#domain/models/route-attempt.ts'
import type { History } from '../base/database.ts'
import type { routeAttempts } from './schema-route-attempts.ts'

export interface StoredAttempt extends RouteAttempt {
  model: string
  /** Millionths of a token. */
  chargedMicros: number
  isOnPlan: boolean
}

/** Users' own rows have exact times, so these are coarse: what remains to compare is in decisions/0080-calls-of-routes.md. */
const precision = { atMs: 60_000, firstWordMs: 10, totalMs: 1000 }

const roundedUp = (value: number, step: number): number => Math.ceil(value / step) * step

const rowOf = ({ usage, at, firstWordMs, totalMs, ...attempt }: StoredAttempt): typeof routeAttempts.$inferInsert => ({
  ...attempt,
  at: at - (at % precision.atMs),
  firstWordMs: firstWordMs === null ? null : roundedUp(firstWordMs, precision.firstWordMs),
  totalMs: roundedUp(totalMs, precision.totalMs),
  inputTokens: usage && usage.inputTokens,
  cachedInputTokens: usage && (usage.cachedInputTokens ?? 0),
  cacheWriteTokens: usage && (usage.cacheWriteTokens ?? 0),
  outputTokens: usage && usage.outputTokens,
  searches: usage && (usage.searches ?? 0)
})

// One statement for any number of them, which the query builder does not write: D1 binds at most 100 values.
const insertion = `
  insert into route_attempts (at, id, model, supplier, upstream_model, outcome, first_word_ms, total_ms, input_tokens,
    cached_input_tokens, cache_write_tokens, output_tokens, searches, cost_micros, charged_micros, is_on_plan)
  select value ->> 'at', value ->> 'id', value ->> 'model', value ->> 'supplier', value ->> 'upstreamModel',
    value ->> 'outcome', value ->> 'firstWordMs', value ->> 'totalMs', value ->> 'inputTokens',
    value ->> 'cachedInputTokens', value ->> 'cacheWriteTokens', value ->> 'outputTokens', value ->> 'searches',
    value ->> 'costMicros', value ->> 'chargedMicros', value ->> 'isOnPlan'
  from json_each(?1) where true on conflict do nothing`

/** The statement that stores them, for a batch; none for none. One that is stored already stays as it is. */
export const attemptStatements = ({ $client }: History, attempts: readonly StoredAttempt[]): D1PreparedStatement[] =>
  attempts.length === 0 ? [] : [$client.prepare(insertion).bind(JSON.stringify(attempts.map(rowOf)))]
