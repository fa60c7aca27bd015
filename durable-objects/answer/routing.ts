// The routes of an answer with their accounts: which may be asked at all, and what comes of asking them. An account has a key: it is
// passed on, and never kept longer than the answer runs.
import type { Route } from '#domain/models/route.ts'
import { isAway, type Outages } from '#domain/outage.ts'
import type { BucketRule } from '#domain/bucket.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatRequest } from '#providers/chat/provider.ts'
import type { ProviderFailure } from '#providers/http/failure.ts'
import type { Breakers } from '../base/breakers.ts'
import type { RouteState } from '#domain/models/breaker.ts'
import type { AskCommand, RouteConnection } from './calls.ts'
import type { Routing } from './run.ts'

interface ConnectedRoute {
  route: Route
  connection: RouteConnection
}

export interface Connected {
  routes: readonly ConnectedRoute[]
  /** What other isolates have said of routes. */
  states: readonly RouteState[]
}

type Askable = Pick<AskCommand, 'connections' | 'routeStates'> & { request: Pick<AskCommand['request'], 'routes'> }

/** Of a request, the routes whose supplier is connected and has our money. */
export function connectedOf(
  { request, connections, routeStates = [] }: Askable,
  outages: Outages,
  now: number
): Connected {
  const routes = request.routes.flatMap((route) => {
    const connection = connections.find(({ supplier }) => supplier === route.supplier)
    return connection && !isAway(outages, route.supplier, now) ? [{ route, connection }] : []
  })
  return { routes, states: routeStates }
}

/** What answers need of the isolate and of the platform to ask routes. */
export interface RouteSurroundings {
  breakers: Breakers
  /** Who asks: breakers tell users apart. */
  by: string
  /** Takes one call of a supplier from its limit. @returns whether it was left */
  takeCall: (supplier: string, rule: BucketRule) => Promise<boolean>
  /** Tells D1 that a route was opened or closed. Never throws. */
  tell: (state: RouteState) => void
  /** Our account at this supplier has no money. Never throws. */
  onUnpaid: (failure: ProviderFailure) => void
}

const minuteMs = 60_000

/** @param connected with a route */
export function routingOf(
  { routes, states }: Connected,
  requestOf: (route: Route) => ChatRequest,
  { breakers, by, takeCall, tell, onUnpaid }: RouteSurroundings
): Routing {
  const found = (route: Route): ConnectedRoute => {
    const one = routes.find((other) => other.route === route)
    if (!one) throw new Error('A route without an account was asked')
    return one
  }
  const told = (state: RouteState | null) => {
    if (state) tell(state)
  }
  breakers.learn(states)
  return {
    routes: breakers.toTry(
      routes.map(({ route }) => route),
      Date.now(),
      by
    ),
    providerOf: (route) => chatProviderOf(found(route).connection),
    requestOf,
    mayCall: async (route) => {
      breakers.tried(route, Date.now(), by)
      const { perMinuteMax } = found(route).connection
      if (!perMinuteMax) return true
      return takeCall(route.supplier, { key: 'calls', limit: perMinuteMax, windowMs: minuteMs })
    },
    onSucceeded: (route) => told(breakers.succeeded(route, Date.now())),
    onFailed: (route, failure) => {
      told(breakers.failed(route, failure, Date.now(), by))
      if (failure.kind === 'unpaid') onUnpaid(failure)
    },
    onUntold: (route) => breakers.untold(route)
  }
}
