// How an answer ends: the decision with its text, the money, then D1. Each step may be repeated after a crash and does
// nothing the second time. A failed step is repeated by the alarm.
import { surchargeOf } from '#contract/catalogue/attachments.ts'
import { chatServiceId } from '#contract/catalogue/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { LiveMessage } from '#contract/live.ts'
import type { History } from '#data/base/database.ts'
import { ledgerStatements } from '#data/history/ledger.ts'
import { type AnsweredTurn, turnStatements } from '#data/history/turns.ts'
import { endEventOf, endingOf, type StreamEnd, isUnavailable } from '#domain/answer.ts'
import { chargeOf, priceDue } from '#domain/charge.ts'
import { mayTitle, type TitleMessage } from '#domain/chat-title.ts'
import type { SentTurn } from '#domain/conversation-context.ts'
import type { Environment } from '#domain/environment.ts'
import { titleUpstreams } from '#domain/upstreams/title-upstreams.ts'
import { usdMicrosOf } from '#domain/usage-cost.ts'
import { nameOf, report } from '#notices/report.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import type { ProviderFailure } from '#providers/http/failure.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { AnswerRequest } from './calls.ts'
import type { AnswerContent } from './chunk.ts'
import type { OpenAnswer } from './open-answer.ts'
import type { RunResult } from './run.ts'
import type { AnswerStore, AnswerRow } from './store.ts'

/** What a user's answers need of the object that they are a part of. */
export interface AnswerSurroundings {
  storage: DurableObjectStorage
  userId: () => string
  wallet: Wallet
  environment: () => Environment
  /** Keeps the object in memory while this runs. */
  waitUntil: (work: Promise<void>) => void
  publish: (message: LiveMessage) => void
  /** Saves an ended answer in D1. @param isRepeated an earlier attempt failed @throws what D1 threw */
  save: (row: AnswerRow, content: AnswerContent, isRepeated: boolean) => Promise<void>
  /** The turns with the texts of their files. @throws AttachmentLost, or what R2 threw */
  readFiles: (turns: readonly SentTurn[]) => Promise<ChatTurn[]>
  /** Notes that our account at this provider has no money. Never throws. */
  onUnpaid: (failure: ProviderFailure) => Promise<void>
  /** Called when an answer is decided. */
  onDecided: (request: AnswerRequest, content: AnswerContent) => void
  /** Sets the object's alarm, after every write. */
  arm: () => void
}

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

  /** Decides an answer whose provider is no longer read. */
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

/** The turn as D1 keeps it; null when the answer belongs to no conversation. */
function turnOf(userId: string, { request, ...row }: AnswerRow, content: AnswerContent): AnsweredTurn | null {
  const { conversationId, operationId, prompt, model, place, files = [] } = request
  if (conversationId === null || !place || !row.ending || !row.end) return null
  return {
    userId,
    conversationId,
    operationId,
    prompt,
    model,
    place,
    attachmentIds: files.map(({ id }) => id),
    askedAt: row.startedAt,
    ...content,
    outcome: row.ending.outcome,
    unavailable: isUnavailable(row.ending),
    chargedTokens: row.isOnPlan ? 0 : row.end.settlement.chargedTokens,
    usdMicros: row.usdMicros,
    upstreamModel: row.upstreamModel,
    answeredAt: row.endedAt ?? row.startedAt
  }
}

export interface Saving {
  history: History
  userId: string
  wallet: Wallet
}

/**
 * An answer without a conversation needs nothing here: the wallet's alarm copies its lines, several answers at a time. A
 * repeated attempt leaves the ledger to the wallet's alarm, so that neither of the two can hold up the other for ever.
 * @returns the id of the answer's message; undefined: it was saved before, or belongs to no conversation
 * @throws what D1 threw; the caller tries again later
 */
export async function saveTurn(
  { history, userId, wallet }: Saving,
  row: AnswerRow,
  { content, isRepeated }: { content: AnswerContent; isRepeated: boolean }
): Promise<number | undefined> {
  const turn = turnOf(userId, row, content)
  if (!turn) {
    wallet.copySoon()
    return undefined
  }
  const statements = turnStatements(history, turn)
  if (isRepeated) return savedId(await history.$client.batch(statements), statements)
  const copy = wallet.uncopied()
  const results = await history.$client.batch([...statements, ...ledgerStatements(history, copy.entries, copy.ended)])
  wallet.markCopied(copy)
  return savedId(results, statements)
}

/** The answer is the last message of its turn. */
function savedId(results: readonly D1Result[], { length }: readonly D1PreparedStatement[]): number | undefined {
  const rows = results.slice(0, length).flatMap((result) => result.results as { id: number }[])
  return rows.at(-1)?.id
}

interface Around {
  env: Pick<Env, 'TITLES'>
  userId: string
  environment: Pick<Environment, 'CHAT_TITLES'>
}

/** After a chat's first answer: asks for a title (queues/titles.ts). May be repeated. Never throws: a failure keeps the old title. */
export async function askForTitle(around: Around, { request, ending }: AnswerRow, text: string): Promise<void> {
  const { env, userId, environment } = around
  const { conversationId, operationId, place, service, upstream } = request
  if (environment.CHAT_TITLES === 'off' || conversationId === null || !ending) return
  if (!mayTitle(ending.outcome, place, text)) return
  // When the fallback model is another company's, no third company may receive the text.
  if (titleUpstreams[chatServiceId.parse(service)].provider !== upstream.provider) return
  try {
    await env.TITLES.send({ userId, conversationId, operationId } satisfies TitleMessage)
  } catch (error) {
    report(userId, { event: 'title-failed', error: nameOf(error) })
  }
}
