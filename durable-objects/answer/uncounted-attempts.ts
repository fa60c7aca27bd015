// The calls of routes on their way to D1. They go there with the turn of their answer, in one batch; the alarm takes those of answers
// without a conversation, together with their lines of the ledger, and those whose first batch has failed.
import { attemptStatements, type StoredAttempt } from '#data/history/route-attempts.ts'
import type { History } from '#data/base/database.ts'
import type { AnswerRow, AnswerStore } from './store.ts'

/** The wallet's alarm mostly comes before. */
const delayMs = 30_000
const answersPerBatch = 50

/** @param row settled, so that its charge is known */
export const attemptsOf = ({ request: { model }, routeAttempts, isOnPlan, end }: AnswerRow): StoredAttempt[] =>
  routeAttempts.map((attempt) => {
    // At most one call of an answer has said a word.
    const isPaid = attempt.firstWordMs !== null && !isOnPlan
    return { ...attempt, model, isOnPlan, chargedTokens: isPaid ? (end?.settlement.chargedTokens ?? 0) : 0 }
  })

export class UncountedAttempts {
  readonly #store: AnswerStore

  constructor(store: AnswerStore) {
    this.#store = store
  }

  nextDueAt(now: number): number | null {
    return this.#store.hasUncounted() ? now + delayMs : null
  }

  /** One batch; what is left is due again. @throws what D1 threw: the alarm comes again */
  async performDue(history: () => History): Promise<void> {
    if (!this.#store.hasUncounted()) return
    const rows = this.#store.uncounted(answersPerBatch)
    await history().$client.batch(attemptStatements(history(), rows.flatMap(attemptsOf)))
    for (const { request } of rows) this.#store.noteCounted(request.operationId)
  }
}
