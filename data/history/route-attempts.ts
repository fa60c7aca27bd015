// The calls of routes, as users' objects write them. No row says whose answer it was.
import type { RouteAttempt } from '#domain/models/route-attempt.ts'
import type { History } from '../base/database.ts'

export interface StoredAttempt extends RouteAttempt {
  model: string
  chargedTokens: number
  isOnPlan: boolean
}

/** Each as the statement reads it: its place is that of its column. */
const valuesOf = ({ usage, ...one }: StoredAttempt) => [
  one.at,
  one.id,
  one.model,
  one.supplier,
  one.upstreamModel,
  one.outcome,
  one.firstWordMs,
  one.totalMs,
  usage && usage.inputTokens,
  usage && (usage.cachedInputTokens ?? 0),
  usage && (usage.cacheWriteTokens ?? 0),
  usage && usage.outputTokens,
  usage && (usage.searches ?? 0),
  one.costMicros,
  one.chargedTokens,
  Number(one.isOnPlan)
]

const insertion = `
  insert into route_attempts (at, id, model, supplier, upstream_model, outcome, first_word_ms, total_ms, input_tokens,
    cached_input_tokens, cache_write_tokens, output_tokens, searches, cost_micros, charged_tokens, is_on_plan)
  select ${Array.from({ length: 16 }, (_, place) => `value ->> ${place}`).join(', ')} from json_each(?1) where true
  on conflict do nothing`

/** The statement that stores them, for a batch; none for none. One that is stored already stays as it is. */
export const attemptStatements = ({ $client }: History, attempts: readonly StoredAttempt[]): D1PreparedStatement[] =>
  attempts.length === 0 ? [] : [$client.prepare(insertion).bind(JSON.stringify(attempts.map(valuesOf)))]
