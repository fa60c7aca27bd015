// The calls of routes, as users' objects write them. No row says whose answer it was.
import type { ApiSurface, RouteAttempt } from '#domain/models/route-attempt.ts'
import type { History } from '../base/database.ts'

export interface StoredAttempt extends RouteAttempt {
  model: string
  /** Millionths of a token. */
  chargedMicros: number
  isOnPlan: boolean
  /** Absent: it was for an answer of the site. */
  surface?: ApiSurface
  /** Of the API: whether no other route was asked after it. */
  endsCall?: boolean
}

/** Users' own rows have exact times, so these are coarse: what remains to compare is in decisions/0080-calls-of-routes.md. */
const precision = { atMs: 60_000, firstWordMs: 10, totalMs: 1000 }

const roundedUp = (value: number, step: number): number => Math.ceil(value / step) * step

/** By column. */
const rowOf = ({ usage, ...attempt }: StoredAttempt) => ({
  at: attempt.at - (attempt.at % precision.atMs),
  id: attempt.id,
  model: attempt.model,
  supplier: attempt.supplier,
  upstream_model: attempt.upstreamModel,
  outcome: attempt.outcome,
  first_word_ms: attempt.firstWordMs === null ? null : roundedUp(attempt.firstWordMs, precision.firstWordMs),
  total_ms: roundedUp(attempt.totalMs, precision.totalMs),
  input_tokens: usage && usage.inputTokens,
  cached_input_tokens: usage && (usage.cachedInputTokens ?? 0),
  cache_write_tokens: usage && (usage.cacheWriteTokens ?? 0),
  output_tokens: usage && usage.outputTokens,
  searches: usage && (usage.searches ?? 0),
  cost_micros: attempt.costMicros,
  charged_micros: attempt.chargedMicros,
  is_on_plan: attempt.isOnPlan,
  surface: attempt.surface ?? 'site',
  ends_call: attempt.endsCall
})

// One statement for any number of them, which the query builder does not write: D1 binds at most 100 values.
const insertionOf = (columns: readonly string[]) => `insert into route_attempts (${columns.join()})
  select ${columns.map((column) => `value ->> '${column}'`).join()} from json_each(?1) where true on conflict do nothing`

/** The statement that stores them, for a batch; none for none. One that is stored already stays as it is. */
export function attemptStatements({ $client }: History, attempts: readonly StoredAttempt[]): D1PreparedStatement[] {
  const rows = attempts.map(rowOf)
  return rows.slice(0, 1).map((row) => $client.prepare(insertionOf(Object.keys(row))).bind(JSON.stringify(rows)))
}
