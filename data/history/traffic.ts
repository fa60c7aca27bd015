// The calls of routes, summed up for operators. Reads the newest rows only, by their key.
import { sql } from 'drizzle-orm'
import { countedMax } from '#contract/operator/shop/traffic.ts'
import type { RouteGroup, UsageBand } from '#domain/models/traffic.ts'
import type { History } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'

/** Those without a supplier are calls of the API for which no route was asked: they take no room of those that are counted. */
const newest = (since: number) =>
  sql`(select * from route_attempts where at >= ${since} and supplier <> '' order by at desc limit ${countedMax})`

export interface CountedRoutes {
  groups: RouteGroup[]
  /** Whether all attempts since then were counted. */
  isWhole: boolean
}

const isWholeOf = (counts: readonly { calls: number }[]): boolean =>
  counts.reduce((sum, { calls }) => sum + calls, 0) < countedMax

/** The attempts since then, summed up by model, route and outcome. */
export async function countRoutes(history: History, since: number): Promise<CountedRoutes> {
  const { results } = await prepared(
    history,
    sql`select model, supplier, upstream_model as upstreamModel, outcome, count(*) as calls,
        coalesce(sum(input_tokens), 0) as inputTokens, coalesce(sum(cached_input_tokens), 0) as cachedInputTokens,
        coalesce(sum(output_tokens), 0) as outputTokens, coalesce(sum(cost_micros), 0) as costMicros,
        sum(first_word_ms is not null and cost_micros is null) as uncosted, coalesce(sum(charged_micros) filter (where cost_micros is not null), 0) / 1e6 as chargedTokens,
        sum(first_word_ms is not null and is_on_plan) as onPlan,
        json_group_array(first_word_ms) filter (where first_word_ms is not null) as firstWords
      from ${newest(since)} group by model, supplier, upstream_model, outcome`
  ).all<Omit<RouteGroup, 'firstWordsMs'> & { firstWords: string }>()
  return {
    groups: results.map(({ firstWords, ...group }) => ({ ...group, firstWordsMs: JSON.parse(firstWords) as number[] })),
    isWhole: isWholeOf(results)
  }
}

/** Calls of a model with and without a long input. */
export interface CountedUsage extends UsageBand {
  calls: number
  /** 1: of the asked model. All others together are counted too. */
  isOwn: number
  /** Answers that users got, and other calls that were billed. */
  served: number
  /** Those of them whose usage was told, and what they have cost. */
  told: number
  costMicros: number
}

/**
 * The usage of a model since then. Tokens of the cache are a part of the input, whatever a supplier has said.
 * @param aboveInputTokens where a list price has other rates for long inputs: they are summed up apart
 */
export async function countUsage(
  history: History,
  model: string,
  { since, aboveInputTokens }: { since: number; aboveInputTokens: number }
): Promise<{ rows: CountedUsage[]; isWhole: boolean }> {
  const { results } = await prepared(
    history,
    sql`select model = ${model} as isOwn, coalesce(input_tokens > ${aboveInputTokens}, 0) as isLong, count(*) as calls,
        sum(first_word_ms is not null or input_tokens is not null) as served, count(input_tokens) as told,
        coalesce(sum(cost_micros), 0) as costMicros, coalesce(sum(input_tokens), 0) as inputTokens,
        coalesce(sum(min(cached_input_tokens, input_tokens)), 0) as cachedInputTokens,
        coalesce(sum(min(cache_write_tokens, max(input_tokens - cached_input_tokens, 0))), 0) as cacheWriteTokens,
        coalesce(sum(output_tokens), 0) as outputTokens, coalesce(sum(searches), 0) as searches
      from ${newest(since)} group by 1, 2`
  ).all<CountedUsage>()
  return { rows: results.filter(({ isOwn }) => isOwn === 1), isWhole: isWholeOf(results) }
}
