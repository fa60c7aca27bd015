// The calls of routes for a call of the API, as operators count them: apart from its user, and never in the way of its end.
import { type History, openHistory } from '#data/base/database.ts'
import { attemptStatements, type StoredAttempt } from '#data/history/route-attempts.ts'
import { type ApiSurface, chanceId, type RouteAttempt } from '#domain/models/route-attempt.ts'
import { nameOf, report } from '#notices/report.ts'
import { AppError } from '../../http/errors.ts'
import { ApiError } from '../base/errors.ts'

interface Called {
  surface: ApiSurface
  /** Of ours. */
  model: string
  attempts: readonly RouteAttempt[]
  /** For all of them, in millionths of a token. */
  chargedMicros: number
}

/** Stands for a call that has failed before any route was asked: it counts among the API's failures, and is of no supplier. */
export const unrouted = ({ at, totalMs }: Pick<RouteAttempt, 'at' | 'totalMs'>): RouteAttempt => ({
  at,
  totalMs,
  id: chanceId(),
  supplier: '',
  upstreamModel: '',
  outcome: 'unrouted',
  firstWordMs: null,
  usage: null,
  costMicros: null
})

/** One batch stores those of all calls of an isolate that end within this time: a batch costs as much as a third of a short call. */
export const gathering = { ms: 2000 }

/** By history, while one of the calls waits to store them. Attempts say nothing of users. */
export const gatheredAttempts = new WeakMap<History, { at: number; attempts: StoredAttempt[] }>()

/** Adds to what waits. @returns all of it, when this call is the one that stores it; null: another one does */
async function gather(history: History, attempts: readonly StoredAttempt[]): Promise<StoredAttempt[] | null> {
  const at = Date.now()
  const before = gatheredAttempts.get(history)
  // The call that waited may have been cut off: then the next one stores what it has left.
  if (before && Math.abs(at - before.at) < 2 * gathering.ms) {
    before.attempts.push(...attempts)
    return null
  }
  const own = { at, attempts: [...(before?.attempts ?? []), ...attempts] }
  gatheredAttempts.set(history, own)
  await scheduler.wait(gathering.ms)
  // Another call has taken them over.
  if (gatheredAttempts.get(history) !== own) return null
  gatheredAttempts.delete(history)
  return own.attempts
}

/** Never throws: they are figures, and a lost one is no loss of money. */
export async function saveAttempts(
  env: Env,
  userId: string,
  { surface, model, attempts: made, chargedMicros }: Called
): Promise<void> {
  // At most one call of an answer has said a word.
  const attempts = made.map((attempt, index) => ({
    ...attempt,
    surface,
    endsCall: index === made.length - 1,
    model,
    isOnPlan: false,
    chargedMicros: attempt.firstWordMs === null ? 0 : chargedMicros
  }))
  if (attempts.length === 0) return
  try {
    const history = openHistory(env, userId)
    const all = await gather(history, attempts)
    if (all) await history.$client.batch(attemptStatements(history, all))
  } catch (error) {
    report('', { event: 'route-attempts-not-saved', error: nameOf(error) })
  }
}

/**
 * Waits for the end of a call, and counts one that a bug or an outage of ours has ended: nothing else tells of it. Never throws.
 * @param ended rejects with a refusal for what is none of ours, or is counted with its routes
 */
export async function saveWithoutRoute(
  env: Env,
  userId: string,
  called: Pick<Called, 'surface' | 'model'>,
  ended: Promise<unknown>
): Promise<void> {
  const at = Date.now()
  try {
    await ended
  } catch (error) {
    if (error instanceof ApiError || error instanceof AppError) return
    const attempts = [unrouted({ at, totalMs: Date.now() - at })]
    await saveAttempts(env, userId, { ...called, attempts, chargedMicros: 0 })
  }
}
