// One call of a route for an answer: how it ended, how fast it was, what it cost. Tells nothing of the user or of what was said. Pure.
import type { Route } from './route.ts'
import { priceOfRan, type TokenUsage, usdMicrosOf } from './usage-cost.ts'

/** What became of a call. Milliseconds. */
export interface RouteCall {
  route: Route
  at: number
  /** `answered`, `empty`: ended without a word, `refused`: by moderation, `stopped`: by the user, or the kind of a `ProviderFailure`. */
  outcome: string
  /** From the beginning to the first word; null: none came. */
  firstWordMs: number | null
  totalMs: number
  /** Null: not told, also where the call did not come to its end. */
  usage: TokenUsage | null
  /** In the supplier's words; null: not told. */
  ranModel: string | null
}

export interface RouteAttempt extends Omit<RouteCall, 'route' | 'ranModel'> {
  /** By chance, so that an attempt is stored once, however often it is saved, and leads to no user. */
  id: number
  supplier: string
  /** What was asked for, by the supplier's id. */
  upstreamModel: string
  /** Micro-dollars at the list price of the route, without a markup; null: not known. */
  costMicros: number | null
}

/** Whose call it was: the kind of call of the API. */
export type ApiSurface = 'completions' | 'messages' | 'responses' | 'transcriptions'

/** @param id by chance @throws RangeError for a count of the usage that is not a whole number */
export function attemptOf({ route, ranModel, ...call }: RouteCall, id: number): RouteAttempt {
  const listPrice = priceOfRan(route, ranModel)
  return {
    ...call,
    id,
    supplier: route.supplier,
    upstreamModel: route.model,
    costMicros: call.usage && usdMicrosOf({ usage: call.usage, listPrice, markupPercent: 0 })
  }
}

const idMax = 2 ** 32

/** Of an attempt. */
export const chanceId = (): number => Math.floor(Math.random() * idMax)

export const attemptsOf = (calls: readonly RouteCall[]): RouteAttempt[] =>
  calls.map((call) => attemptOf(call, chanceId()))
