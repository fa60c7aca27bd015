// The calls of routes for a call of the API, as operators count them: apart from its user, and never in the way of its end.
import { openHistory } from '#data/base/database.ts'
import { attemptStatements, type StoredAttempt } from '#data/history/route-attempts.ts'
import type { RouteAttempt } from '#domain/models/route-attempt.ts'
import { nameOf, report } from '#notices/report.ts'

interface Called {
  /** Of ours. */
  model: string
  attempts: readonly RouteAttempt[]
  /** For all of them, in millionths of a token. */
  chargedMicros: number
}

/** One batch stores those of all calls of an isolate that end within this time. */
const gatheringMs = 500

/** While one of the calls waits to store them, in the history of its own user. Attempts say nothing of users, and all histories are counted. */
const gathered = new WeakMap<Env, { at: number; attempts: StoredAttempt[] }>()

/** Adds to what waits. @returns all of it, when this call is the one that stores it; null: another one does */
async function gather(env: Env, attempts: readonly StoredAttempt[]): Promise<StoredAttempt[] | null> {
  const at = Date.now()
  const before = gathered.get(env)
  // The call that waited may have been cut off: then the next one stores what it has left.
  if (before && Math.abs(at - before.at) < 2 * gatheringMs) {
    before.attempts.push(...attempts)
    return null
  }
  const own = { at, attempts: [...(before?.attempts ?? []), ...attempts] }
  gathered.set(env, own)
  await scheduler.wait(gatheringMs)
  // A call that came after this one was late has taken them along: stored in two histories, they would count twice.
  if (gathered.get(env) !== own) return null
  gathered.delete(env)
  return own.attempts
}

/** Never throws: they are figures, and a lost one is no loss of money. */
export async function saveAttempts(
  env: Env,
  userId: string,
  { model, attempts: made, chargedMicros }: Called
): Promise<void> {
  // At most one call of an answer has said a word.
  const attempts = made.map((attempt) => ({
    ...attempt,
    model,
    isOnPlan: false,
    chargedMicros: attempt.firstWordMs === null ? 0 : chargedMicros
  }))
  if (attempts.length === 0) return
  try {
    const all = await gather(env, attempts)
    if (!all) return
    const history = openHistory(env, userId)
    await history.$client.batch(attemptStatements(history, all))
  } catch (error) {
    report('', { event: 'route-attempts-not-saved', error: nameOf(error) })
  }
}
