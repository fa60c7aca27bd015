// The breaker of a route: after failures it is left out for a while, then one request may try it. It only ever leaves a route out: it
// neither changes the order of routes nor touches what a person has switched off. Pure.
import type { Route } from './route.ts'

export interface Breaker {
  /** Failures in a row while it is closed. */
  failures: number
  /** How often in a row it has opened; 0: it is closed. */
  opened: number
  /** The route is left out until then. Milliseconds since the epoch, as all times here. */
  openUntil: number
  /** The one try after that is under way until then, at the latest. */
  triedUntil: number
  /** When it opened or closed last. */
  changedAt: number
  /** When it answered last, whomever. */
  answeredAt: number
  /** Whose request failed last. Neither this nor `answeredAt` leaves the memory of an isolate. */
  by: string | undefined
}

/** What isolates tell each other of a route: its breaker when it opened or closed last. */
export interface RouteState {
  supplier: string
  model: string
  opened: number
  openUntil: number
  /** The kind of the failure that opened it; null: it is closed. */
  failure: string | null
  changedAt: number
}

export const closedBreaker: Breaker = {
  failures: 0,
  opened: 0,
  openUntil: 0,
  triedUntil: 0,
  changedAt: 0,
  answeredAt: -Infinity,
  by: undefined
}

const pauseMs = 30_000
const pauseMaxMs = 10 * 60_000
/** A single failure is weather: its request goes on with the next route, and the next request tries again. */
const failuresMax = 3
/** A route that has answered within this time lives, whatever the requests of one user bring about. */
const livesMs = 60_000
/** A try of which nothing was heard for so long has died with its object. */
const tryMs = 180_000

/** Kinds of `ProviderFailure` that concern one request alone. */
const ofTheRequest = new Set(['rejected', 'too-large'])
/** Waiting once more costs a user a minute, and a model that is gone does not come back. */
const certain = new Set(['timeout', 'model-gone'])

/** Whether a failure is the route's, so that another route may do better. @param kind of a `ProviderFailure` */
export const isOfRoute = (kind: string): boolean => !ofTheRequest.has(kind)

/** One key for all models of ours that share a supplier's model. */
export const breakerKeyOf = ({ supplier, model }: Pick<Route, 'supplier' | 'model'>): string => `${supplier} ${model}`

/** The one whose request opened it lets others try first: it may be that request. */
const isHeld = (breaker: Breaker, now: number, by: string | undefined): boolean =>
  breaker.opened > 0 && breaker.openUntil + (by !== undefined && breaker.by === by ? pauseMs : 0) > now

/** Whether a request may try the route now. @param by who asks; absent: the platform, or it is not known */
export const mayTry = (breaker: Breaker, now: number, by?: string): boolean =>
  breaker.opened === 0 || (!isHeld(breaker, now, by) && breaker.triedUntil <= now)

/** A request tries the route. */
export const tried = (breaker: Breaker, now: number, by?: string): Breaker =>
  breaker.opened > 0 && mayTry(breaker, now, by) ? { ...breaker, triedUntil: now + tryMs } : breaker

/** The try ended without telling anything of the route: its user stopped it, or its request was at fault. */
export const untold = (breaker: Breaker): Breaker =>
  breaker.triedUntil === 0 ? breaker : { ...breaker, triedUntil: 0 }

/** The route has answered. */
export const succeeded = ({ opened, changedAt }: Breaker, now: number): Breaker => ({
  ...closedBreaker,
  changedAt: opened > 0 ? now : changedAt,
  answeredAt: now
})

export interface RouteFailure {
  /** Of a `ProviderFailure`. */
  kind: string
  /** What the supplier asks to wait, in seconds; null: it does not say. */
  retryAfterSeconds: number | null
}

/**
 * The route has failed. What comes of calls that began before it opened does not lengthen the pause. While the route lives, all failures of
 * one user are one: a request that is made to fail would open it for everybody.
 */
export function failed(breaker: Breaker, { kind, retryAfterSeconds }: RouteFailure, now: number, by?: string): Breaker {
  if (!isOfRoute(kind)) return untold(breaker)
  const { opened, answeredAt } = breaker
  if (isHeld(breaker, now, by)) return breaker
  const isOfOne = by !== undefined && (breaker.by ?? by) === by && now - answeredAt < livesMs && kind !== 'model-gone'
  const failures = isOfOne ? Math.max(1, breaker.failures) : breaker.failures + 1
  if (opened === 0 && (isOfOne || (failures < failuresMax && !certain.has(kind)))) return { ...breaker, failures, by }
  const pause = Math.max(pauseMs * 2 ** opened, (retryAfterSeconds ?? 0) * 1000)
  const until = now + Math.min(pause, pauseMaxMs)
  return { ...closedBreaker, opened: opened + 1, openUntil: until, changedAt: now, answeredAt, by }
}

/**
 * The routes that a request tries, in their order: those that are not left out. When all are, the one whose pause ends first:
 * an answer that probably fails is better than none.
 */
export function routesToTry<One extends Pick<Route, 'supplier' | 'model'>>(
  routes: readonly One[],
  breakerOf: (route: One) => Breaker,
  now: number,
  by?: string
): readonly One[] {
  const allowed = routes.filter((route) => mayTry(breakerOf(route), now, by))
  if (allowed.length > 0) return allowed
  return routes.toSorted((one, other) => breakerOf(one).openUntil - breakerOf(other).openUntil).slice(0, 1)
}
