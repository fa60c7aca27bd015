// The calls of routes for a call of the API, as operators count them: apart from its user, and never in the way of its end.
import { openHistory } from '#data/base/database.ts'
import { attemptStatements } from '#data/history/route-attempts.ts'
import { attemptsOf, type RouteCall } from '#domain/models/route-attempt.ts'
import { nameOf, report } from '#notices/report.ts'

interface Called {
  /** Of ours. */
  model: string
  calls: readonly RouteCall[]
  /** For all of them, in millionths of a token. */
  chargedMicros: number
}

/** Never throws: they are figures, and a lost one is no loss of money. */
export async function saveAttempts(env: Env, userId: string, { model, calls, chargedMicros }: Called): Promise<void> {
  // At most one call of an answer has said a word.
  const attempts = attemptsOf(calls).map((attempt) => ({
    ...attempt,
    model,
    isOnPlan: false,
    chargedMicros: attempt.firstWordMs === null ? 0 : chargedMicros
  }))
  if (attempts.length === 0) return
  try {
    const history = openHistory(env, userId)
    await history.$client.batch(attemptStatements(history, attempts))
  } catch (error) {
    report('', { event: 'route-attempts-not-saved', error: nameOf(error) })
  }
}
