// What the calls of routes say of the routes: whose answers users got, how soon, at what cost. Rules only: the sums come from the
// databases, of which each has some of the users. Pure.
import { breakerKeyOf } from './breaker.ts'
import type { ListPrice } from '../upstreams/list-prices.ts'
import { type TokenUsage, usdMicrosOf } from './usage-cost.ts'

/** What is summed up of calls as it is. */
const summed = [
  'calls',
  'inputTokens',
  'cachedInputTokens',
  'outputTokens',
  'costMicros',
  'uncosted',
  'chargedTokens',
  'onPlan'
] as const

interface Sums extends Record<(typeof summed)[number], number> {
  /** As the other tokens and the cost, of the calls whose usage was told. */
  inputTokens: number
  /** Answers that users got and whose cost is not known. */
  uncosted: number
  /** As the cost, of the calls whose usage was told: the two are compared. Calls of the API are charged parts of a token. */
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

/** As of its breaker. */
export const routeKeyOf = ({ supplier, upstreamModel: model }: NamedRoute): string => breakerKeyOf({ supplier, model })

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

/** Of calls that ended in any way. @param ofModel answers that users got from the model, whichever route it was */
function figuresOf({ model, supplier, upstreamModel }: NamedRoute, own: readonly RouteGroup[], ofModel: number) {
  const served = servedBy(own)
  const sums = Object.fromEntries(summed.map((name) => [name, sumOf(own, (group) => group[name])])) as unknown as Sums
  const share = ofModel === 0 ? 0 : served / ofModel
  return {
    model,
    supplier,
    upstreamModel,
    ...sums,
    served,
    share,
    failures: failuresOf(own),
    firstWord: firstWordOf(own)
  }
}

/** A route that nothing was asked of. */
export const uncalled = (route: NamedRoute): RouteFigures => figuresOf(route, [], 0)

/** One line for each route of each model, by the sums of all databases: the busiest model first, and of each its busiest route. */
export function routeFigures(groups: readonly RouteGroup[]): RouteFigures[] {
  const callsOf = (own: readonly RouteGroup[]) => sumOf(own, ({ calls }) => calls)
  const busiest = (lists: MapIterator<RouteGroup[]>) =>
    [...lists].toSorted((one, other) => callsOf(other) - callsOf(one))
  return busiest(Map.groupBy(groups, ({ model }) => model).values()).flatMap((ofModel) =>
    busiest(Map.groupBy(ofModel, routeKeyOf).values()).flatMap((own) =>
      own[0] ? [figuresOf(own[0], own, servedBy(ofModel))] : []
    )
  )
}

/** The usage of calls whose inputs are all above the bound of a list price, or all within it, summed up. */
export interface UsageBand extends TokenUsage {
  /** 0 or 1, as the database says it. */
  isLong: number
}

/** What this usage costs by another list price, in whole micro-dollars: a cache that is cheaper there is used there just as much. */
export const replayedMicros = (bands: readonly UsageBand[], { longInput, ...usual }: ListPrice): number =>
  bands.reduce((sum, usage) => {
    // The bound is of a single call: the sums are all beyond it.
    const listPrice = usage.isLong && longInput ? { ...longInput, searchMicros: usual.searchMicros } : usual
    return sum + usdMicrosOf({ usage, listPrice, markupPercent: 0 })
  }, 0)
