// What this isolate knows of the routes of models: all users' objects in it share one, and D1 hears of each change once, so that other
// isolates begin with it. The rules are those of domain/models/breaker.ts.
import { openDirectory } from '#data/base/database.ts'
import type { BucketRule } from '#domain/bucket.ts'
import { noteRouteState } from '#data/directory/route-states.ts'
import {
  type Breaker,
  breakerKeyOf,
  closedBreaker,
  failed,
  type RouteFailure,
  type RouteState,
  routesToTry,
  succeeded,
  tried,
  untold
} from '#domain/models/breaker.ts'
import type { Route } from '#domain/models/route.ts'
import { nameOf, report } from '#notices/report.ts'

type Named = Pick<Route, 'supplier' | 'model'>

export class Breakers {
  readonly #known = new Map<string, Breaker>()

  /** Takes over what others have found out later than this isolate. */
  learn(states: readonly RouteState[]) {
    for (const { opened, openUntil, changedAt, ...route } of states)
      if (changedAt > this.#of(route).changedAt)
        this.#set(route, { ...this.#of(route), failures: 0, opened, openUntil, triedUntil: 0, changedAt })
  }

  /** @param by who asks, in the words of `failed` */
  toTry<One extends Named>(routes: readonly One[], now: number, by?: string): readonly One[] {
    return routesToTry(routes, (route) => this.#of(route), now, by)
  }

  tried(route: Named, now: number, by?: string) {
    this.#set(route, tried(this.#of(route), now, by))
  }

  untold(route: Named) {
    this.#set(route, untold(this.#of(route)))
  }

  /** @returns what D1 must hear; null: nothing has changed */
  succeeded(route: Named, now: number): RouteState | null {
    return this.#changed(route, succeeded(this.#of(route), now), null)
  }

  /** @param by whose request it was: users are only told apart @returns what D1 must hear; null: nothing has changed */
  failed(route: Named, failure: RouteFailure, now: number, by?: string): RouteState | null {
    return this.#changed(route, failed(this.#of(route), failure, now, by), failure.kind)
  }

  #of(route: Named): Breaker {
    return this.#known.get(breakerKeyOf(route)) ?? closedBreaker
  }

  #set(route: Named, breaker: Breaker) {
    this.#known.set(breakerKeyOf(route), breaker)
  }

  #changed(route: Named, breaker: Breaker, failure: string | null): RouteState | null {
    const { supplier, model } = route
    const { opened, openUntil, changedAt } = breaker
    const isNews = changedAt !== this.#of(route).changedAt
    this.#set(route, breaker)
    return isNews ? { supplier, model, opened, openUntil, failure, changedAt } : null
  }
}

const ofIsolate = new WeakMap<object, Breakers>()

/** Those of this isolate. @param env the bindings, of which an isolate has one */
export function breakersOf(env: object): Breakers {
  const known = ofIsolate.get(env) ?? new Breakers()
  ofIsolate.set(env, known)
  return known
}

/** Tells the log and D1. Never throws: another isolate then finds out by itself. */
export async function tellRouteState(env: Pick<Env, 'DB'>, state: RouteState): Promise<void> {
  const { supplier, model, openUntil, changedAt, failure } = state
  const seconds = Math.ceil((openUntil - changedAt) / 1000)
  if (failure === null) report('', { event: 'route-closed', supplier, model })
  else report('', { event: 'route-open', supplier, model, failure, seconds })
  try {
    await noteRouteState(openDirectory(env), state)
  } catch (error) {
    report('', { event: 'route-state-failed', error: nameOf(error) })
  }
}

/** Takes one call from a supplier's limit. Never throws: without its limiter a supplier says itself when there are too many. */
export async function takeCall(
  { LIMITER }: Pick<Env, 'LIMITER'>,
  supplier: string,
  rule: BucketRule
): Promise<boolean> {
  try {
    return (await LIMITER.getByName(`supplier:${supplier}`).take([rule])).allowed
  } catch (error) {
    report('', { event: 'route-state-failed', error: nameOf(error) })
    return true
  }
}
