// What the calls of routes say of the routes: whose answers users got, how soon, at what cost. Rules only: the sums come from the
// databases, of which each has some of the users. Pure.
import type { ListPrice } from '../upstreams/list-prices.ts'
import { type TokenUsage, usdMicrosOf } from './usage-cost.ts'

interface Sums {
  calls: number
  /** Of the calls whose usage was told. */
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
  costMicros: number
  /** Answers that users got and whose cost is not known. */
  uncosted: number
  chargedTokens: number
  /** Answers that users got by their plan. */
  onPlan: number
}

interface NamedRoute {
  /** Ours. */
  model: string
  supplier: string
  upstreamModel: string
}

/** Calls of one route that ended alike, in one database. */
export interface RouteGroup extends NamedRoute, Sums {
  outcome: string
  /** Of each call that had one, in any order. */
  firstWordsMs: readonly number[]
}

export interface RouteFigures extends NamedRoute, Sums {
  /** Answers that users got from it, whole or not. */
  served: number
  /** Of all answers that users got from the model, from 0 to 1. */
  share: number
  /** The kinds of failures, the most frequent first. */
  failures: { kind: string; calls: number }[]
  /** Null: no word has come. */
  firstWord: { medianMs: number; p95Ms: number } | null
}

/** Ends of a call that are not the route's failure. */
const fine = new Set(['answered', 'refused', 'stopped'])

/** By the nearest rank: the least value that so many percent of all values do not exceed. @param sorted not empty */
export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0

const sumOf = (groups: readonly RouteGroup[], of: (group: RouteGroup) => number): number =>
  groups.reduce((sum, group) => sum + of(group), 0)

const routeKeyOf = ({ model, supplier, upstreamModel }: NamedRoute): string =>
  JSON.stringify([model, supplier, upstreamModel])

function failuresOf(groups: readonly RouteGroup[]): RouteFigures['failures'] {
  const failed = Map.groupBy(
    groups.filter(({ outcome }) => !fine.has(outcome)),
    ({ outcome }) => outcome
  )
  return [...failed]
    .map(([kind, alike]) => ({ kind, calls: sumOf(alike, ({ calls }) => calls) }))
    .toSorted((one, other) => other.calls - one.calls)
}

function firstWordOf(groups: readonly RouteGroup[]): RouteFigures['firstWord'] {
  const sorted = groups.flatMap(({ firstWordsMs }) => firstWordsMs).toSorted((one, other) => one - other)
  if (sorted.length === 0) return null
  return { medianMs: percentile(sorted, 50), p95Ms: percentile(sorted, 95) }
}

const servedBy = (groups: readonly RouteGroup[]): number => sumOf(groups, ({ firstWordsMs }) => firstWordsMs.length)

/** One line for each route of each model, by the sums of all databases; those that were called most first. */
export function routeFigures(groups: readonly RouteGroup[]): RouteFigures[] {
  const ofModels = new Map([...Map.groupBy(groups, ({ model }) => model)].map(([id, own]) => [id, servedBy(own)]))
  return [...Map.groupBy(groups, routeKeyOf).values()]
    .flatMap((own) => {
      const [first] = own
      if (!first) return []
      const { model, supplier, upstreamModel } = first
      const served = servedBy(own)
      return [
        {
          model,
          supplier,
          upstreamModel,
          calls: sumOf(own, ({ calls }) => calls),
          served,
          share: served / (ofModels.get(model) || 1),
          failures: failuresOf(own),
          firstWord: firstWordOf(own),
          inputTokens: sumOf(own, ({ inputTokens }) => inputTokens),
          cachedInputTokens: sumOf(own, ({ cachedInputTokens }) => cachedInputTokens),
          outputTokens: sumOf(own, ({ outputTokens }) => outputTokens),
          costMicros: sumOf(own, ({ costMicros }) => costMicros),
          uncosted: sumOf(own, ({ uncosted }) => uncosted),
          chargedTokens: sumOf(own, ({ chargedTokens }) => chargedTokens),
          onPlan: sumOf(own, ({ onPlan }) => onPlan)
        }
      ]
    })
    .toSorted((one, other) => other.calls - one.calls)
}

/** A route that nothing was asked of. */
export const uncalled = (model: string, supplier: string, upstreamModel: string): RouteFigures => ({
  model,
  supplier,
  upstreamModel,
  calls: 0,
  served: 0,
  share: 0,
  failures: [],
  firstWord: null,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  uncosted: 0,
  chargedTokens: 0,
  onPlan: 0
})

/** The usage of calls whose inputs are all above the bound of a list price, or all within it, summed up. */
export interface UsageBand extends Required<TokenUsage> {
  isLong: boolean
}

/** What this usage costs by another list price, in whole micro-dollars: a cache that is cheaper there is used there just as much. */
export const replayedMicros = (bands: readonly UsageBand[], { longInput, ...usual }: ListPrice): number =>
  bands.reduce((sum, { isLong, ...usage }) => {
    // The bound is of a single call: the sums are all beyond it.
    const listPrice = isLong && longInput ? { ...longInput, searchMicros: usual.searchMicros } : usual
    return sum + usdMicrosOf({ usage, listPrice, markupPercent: 0 })
  }, 0)
