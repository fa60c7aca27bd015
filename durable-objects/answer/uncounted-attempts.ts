// The calls of routes on their way to D1. They go there with the turn of their answer, in one batch; the alarm takes those of answers
// without a conversation, together with their lines of the ledger, and those whose first batch has failed.
import { attemptStatements, type StoredAttempt } from '#data/history/route-attempts.ts'
import type { History } from '#data/base/database.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import { nameOf, report } from '#notices/report.ts'
import type { AnswerRow, AnswerStore } from './store.ts'

/** The wallet's alarm mostly comes before. */
const delayMs = 30_000
const answersPerBatch = 50
const pauseMs = 10 * 60_000

/** @param row settled, so that its charge is known */
export const attemptsOf = ({ request: { model }, routeAttempts, isOnPlan, end }: AnswerRow): StoredAttempt[] =>
  routeAttempts.map((attempt) => {
    // At most one call of an answer has said a word.
    const isPaid = attempt.firstWordMs !== null && !isOnPlan
    const chargedTokens = isPaid ? (end?.settlement.chargedTokens ?? 0) : 0
    return { ...attempt, model, isOnPlan, chargedMicros: chargedTokens * microsPerToken }
  })

export class UncountedAttempts {
  readonly #store: AnswerStore
  /** After a failure; lost when the object restarts. */
  #pausedUntil = 0

  constructor(store: AnswerStore) {
    this.#store = store
  }

  nextDueAt(now: number): number | null {
    return this.#store.hasUncounted() ? Math.max(now + delayMs, this.#pausedUntil) : null
  }

  /** One batch; what is left is due again. Never throws: they are figures, and hold up nothing that the alarm does for money. */
  async performDue(history: () => History, now: number): Promise<void> {
    if (now < this.#pausedUntil || !this.#store.hasUncounted()) return
    const rows = this.#store.uncounted(answersPerBatch)
    try {
      await history().$client.batch(attemptStatements(history(), rows.flatMap(attemptsOf)))
    } catch (error) {
      this.#pausedUntil = now + pauseMs
      report('', { event: 'route-attempts-not-saved', error: nameOf(error) })
      return
    }
    this.#store.noteCounted(rows.map(({ request }) => request.operationId))
  }
}
