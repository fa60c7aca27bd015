// What every call of an account that makes something obeys, whatever it is for: its limit of calls within a minute, and its breaker, which
// hears what became of the call.
import type { RouteState } from '#domain/models/breaker.ts'
import type { OwnTask } from '#domain/models/own-tasks.ts'
import type { Route } from '#domain/models/route.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import type { Outages } from '#domain/outage.ts'
import { mayAsk } from '#domain/supplies/choice.ts'
import { breakersOf, takeCall, tellRouteState } from '#durable-objects/base/breakers.ts'
import { type ChatConnection, isOfChats } from '#providers/chat/connection.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAccountGone, type SuppliesInForce } from './supplies.ts'

/** Who is called, and for which of its models. */
type Called = Pick<Route, 'supplier' | 'model'>

const minuteMs = 60_000

/**
 * Takes one call of the account's minute, right before the call.
 * @param by whose order it is; absent: of the platform
 * @returns 0: it may be made; otherwise in how many milliseconds the minute has room for another one
 */
export async function waitForCallMs(
  env: Env,
  suppliers: readonly Supplier[],
  called: Called,
  by?: string
): Promise<number> {
  const breakers = breakersOf(env)
  breakers.tried(called, Date.now(), by)
  const limit = suppliers.find(({ id }) => id === called.supplier)?.perMinuteMax
  if (!limit || (await takeCall(env, called.supplier, { key: 'calls', limit, windowMs: minuteMs }))) return 0
  breakers.untold(called)
  return Math.ceil(minuteMs / limit)
}

/** The account was not called after all, so its trial is another's. */
export const noteUncalled = (env: Env, called: Called): void => breakersOf(env).untold(called)

/** What a call says of its route: an answer, its failure, or nothing, as the order or our own code was at fault. Never throws. */
async function noteOutcome(env: Env, called: Called, outcome: unknown, by?: string): Promise<void> {
  const breakers = breakersOf(env)
  const now = Date.now()
  let state: RouteState | null = null
  if (outcome === 'answered') state = breakers.succeeded(called, now)
  else if (outcome instanceof ProviderFailure && !isAccountGone(outcome))
    state = breakers.failed(called, outcome, now, by)
  else breakers.untold(called)
  if (state) await tellRouteState(env, state)
}

interface AfterCall<Answer, Result> {
  /** Stores what the account has answered. */
  keep: (answer: Answer) => Promise<Result>
  /** What to do after an error of the call, which must not be repeated blindly. */
  failed: (error: unknown) => Promise<Result>
  /** Whether the answer is a refusal of the order, which says nothing of the route. */
  isRefusal?: (answer: Answer) => boolean
  /** Whose order it is; absent: of the platform. */
  by?: string
}

/** Calls the account. What comes of it is stored first: a write of the breaker that takes long must not cost what was paid. */
export async function callNoted<Answer, Result>(
  env: Env,
  called: Called,
  call: () => Promise<Answer>,
  { keep, failed, isRefusal = () => false, by }: AfterCall<Answer, Result>
): Promise<Result> {
  let outcome: unknown = 'answered'
  try {
    let answer: Answer
    try {
      answer = await call()
    } catch (error) {
      outcome = error
      return await failed(error)
    }
    if (isRefusal(answer)) outcome = 'refused'
    return await keep(answer)
  } finally {
    await noteOutcome(env, called, outcome, by)
  }
}

/** Whom to ask for a work of ours, with the account. */
export type Asked = OwnTask & { connection: ChatConnection }

/** Those that may be asked now, in their order: without those that are off, out of our money or left out for a while. */
export function askedFor(
  env: Env,
  { connections, suppliers, routeStates }: SuppliesInForce,
  tasks: readonly OwnTask[],
  outages: Outages
): readonly Asked[] {
  const now = Date.now()
  const breakers = breakersOf(env)
  breakers.learn(routeStates)
  const ready = tasks.flatMap((task) => {
    const connection = connections.get(task.supplier)
    const supplier = suppliers.find(({ id }) => id === task.supplier)
    if (!connection || !isOfChats(connection) || !supplier || !mayAsk(supplier, outages, now)) return []
    return [{ ...task, connection }]
  })
  return breakers.toTry(ready, now)
}
