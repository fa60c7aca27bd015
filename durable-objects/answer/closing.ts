// How an answer ends: the decision with its text, the money, then D1. Each step may be repeated after a crash and does
// nothing the second time. A failed step is repeated by the alarm.
import { surchargeOf } from '#contract/catalogue/attachments.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { endEventOf, endingOf, type StreamEnd } from '#domain/answer.ts'
import { chargeOf, priceDue } from '#domain/charge.ts'
import { usdMicrosOf } from '#domain/usage-cost.ts'
import { nameOf, report } from '#notices/report.ts'
import type { OpenAnswer } from './open-answer.ts'
import type { RunResult } from './run.ts'
import type { AnswerStore } from './store.ts'
import type { AnswerSurroundings } from './surroundings.ts'

const retryDelayMaxMs = 60_000

const endedWith = (end: StreamEnd): RunResult => ({ end, usage: null, upstreamModel: null, attempts: 1, searches: 0 })

export class AnswerClosing {
  readonly #around: AnswerSurroundings
  readonly #store: AnswerStore
  readonly #onClosed: (answer: OpenAnswer) => void

  constructor(around: AnswerSurroundings, store: AnswerStore, onClosed: (answer: OpenAnswer) => void) {
    this.#around = around
    this.#store = store
    this.#onClosed = onClosed
  }

  /** Stores the text and the outcome, and settles: one commit. */
  decide(answer: OpenAnswer, { end, usage, upstreamModel, attempts, searches }: RunResult) {
    if (answer.row.ending) return
    const { request } = answer.row
    const { operationId, referenceLength, upstream, webSearch, files = [] } = request
    const priceTokens = priceDue(request.priceTokens, webSearch?.tokens ?? 0, searches)
    const deliveredLength = answer.text.length
    const ending = endingOf(end, deliveredLength)
    const { outcome } = ending
    const markupPercent = this.#around.environment().USD_MARKUP_PERCENT
    const decision = {
      ending,
      costTokens: chargeOf({ outcome, priceTokens, deliveredLength, referenceLength, filesTokens: surchargeOf(files) }),
      attempts,
      upstreamModel: upstreamModel ?? upstream.model,
      usdMicros: usage
        ? usdMicrosOf({ usage, requestedModel: upstream.model, ranModel: upstreamModel, markupPercent })
        : null
    }
    const endedAt = Date.now()
    this.#around.storage.transactionSync(() => {
      answer.storeText()
      this.#store.decide(operationId, decision, endedAt)
    })
    answer.text.markStored()
    answer.note({ ...decision, state: 'ended', endedAt })
    this.#around.onDecided(request, answer.content())
    // No alarm is set here: the one that watches over a running answer comes soon enough for what is left to do.
    this.#attempt(answer, () => this.#settle(answer))
  }

  /** Decides an answer that nobody reads from its provider any more. */
  interrupt(answer: OpenAnswer) {
    this.decide(answer, endedWith({ kind: 'interrupted' }))
  }

  /** Decides an answer for which the provider was not asked, or failed. */
  fail(answer: OpenAnswer, code: ErrorCode) {
    this.decide(answer, endedWith({ kind: 'failed', failure: { code } }))
  }

  /** Decides an answer that a bug stopped, if that can be stored. */
  tryToFail(answer: OpenAnswer) {
    try {
      this.fail(answer, 'PROVIDER_FAILED')
    } catch (error) {
      report(this.#around.userId(), { event: 'answer-bug', error: nameOf(error) })
    }
  }

  /** Ends the reservation and stores the end event. A charge of 0 returns all of it. @throws what the wallet throws */
  #settle(answer: OpenAnswer) {
    const { request, ending, costTokens, upstreamModel, usdMicros, attempts } = answer.row
    if (!ending) throw new Error('An undecided answer cannot be settled')
    const { wallet } = this.#around
    const { operationId: id } = request
    const {
      state,
      outcome: _,
      ...settlement
    } = wallet.settle({
      id,
      chargedTokens: costTokens,
      outcome: ending.outcome,
      upstreamModel,
      attempts
    })
    // Without a reservation there is nothing to return.
    const { priceTokens } = state === 'missing' ? request : settlement
    const event = endEventOf(ending, { ...settlement, priceTokens }, { model: upstreamModel, usdMicros })
    this.#store.noteSettled(id, event)
    answer.note({ end: event })
  }

  /** Saves an ended answer. Concurrent callers share one attempt; the alarm repeats a failed one. Never throws. */
  saved(answer: OpenAnswer): Promise<void> {
    answer.saving ??= this.#save(answer).finally(() => (answer.saving = null))
    return answer.saving
  }

  async #save(answer: OpenAnswer): Promise<void> {
    if (!answer.row.end) this.#attempt(answer, () => this.#settle(answer))
    if (!answer.row.end) return
    try {
      await this.#around.save(answer.row, answer.content(), answer.failures > 0)
    } catch (error) {
      return this.#postpone(answer, error)
    }
    this.#store.close(answer.row)
    answer.note({ state: 'closed' })
    this.#onClosed(answer)
  }

  /** Runs a step that may fail; a failed one is repeated by the alarm. */
  #attempt(answer: OpenAnswer, step: () => void) {
    try {
      step()
    } catch (error) {
      this.#postpone(answer, error)
    }
  }

  #postpone(answer: OpenAnswer, error: unknown) {
    report(this.#around.userId(), { event: 'answer-delivery-failed', error: nameOf(error) })
    answer.retryAt = Date.now() + Math.min(1000 * 2 ** answer.failures++, retryDelayMaxMs)
    this.#around.arm()
  }
}
