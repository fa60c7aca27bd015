// How an answer ends: the decision with its text, the money, then D1. Each step may be repeated after a crash and does
// nothing the second time. A failed step is repeated by the alarm.
import { surchargeOf } from '#contract/catalogue/attachments.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { LiveMessage } from '#contract/live.ts'
import { endEventOf, endingOf, type StreamEnd } from '#domain/answer.ts'
import { chargeOf, priceDue } from '#domain/charge.ts'
import type { SentTurn } from '#domain/conversation-context.ts'
import type { ProjectPart } from '#domain/project.ts'
import type { Shown } from '#domain/project-texts.ts'
import type { Environment } from '#domain/environment.ts'
import { attemptsOf, type RouteAttempt } from '#domain/models/route-attempt.ts'
import { priceOfRan, usdMicrosOf } from '#domain/models/usage-cost.ts'
import { nameOf, report } from '#notices/report.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import type { ProviderFailure } from '#providers/http/failure.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { AnswerRequest } from './calls.ts'
import type { AnswerContent } from './chunk.ts'
import type { OpenAnswer } from './open-answer.ts'
import type { RouteSurroundings } from './routing.ts'
import type { RunResult } from './run.ts'
import type { AnswerRow, AnswerStore, Decision } from './store.ts'

/** What a user's answers need of the object that they are a part of. */
export interface AnswerSurroundings {
  storage: DurableObjectStorage
  userId: () => string
  wallet: Wallet
  environment: () => Environment
  /** Keeps the object in memory while this runs. */
  waitUntil: (work: Promise<void>) => void
  publish: (message: LiveMessage) => void
  /**
   * Saves an ended answer in D1. @param isRepeated an earlier attempt failed @throws what D1 threw
   * @returns whether its calls of routes were saved with it
   */
  save: (row: AnswerRow, content: AnswerContent, isRepeated: boolean) => Promise<boolean>
  /** The turns with the texts of their files. @throws AttachmentLost, or what R2 threw */
  readFiles: (turns: readonly SentTurn[]) => Promise<ChatTurn[]>
  /** What a question sends of the files of its project, without those that are lost. @throws what R2 threw, or when it takes too long */
  readProject: (part: ProjectPart, question: { prompt: string; earlier: string }) => Promise<Shown>
  /** Notes that our account at this provider has no money. Never throws. */
  onUnpaid: (failure: ProviderFailure) => Promise<void>
  routes: Omit<RouteSurroundings, 'onUnpaid' | 'by'>
  /** Called when an answer is decided. */
  onDecided: (request: AnswerRequest, content: AnswerContent) => void
  /** Sets the object's alarm, after every write. */
  arm: () => void
}

const retryDelayMaxMs = 60_000

const endedWith = (end: StreamEnd): RunResult => ({
  end,
  usage: null,
  upstreamModel: null,
  route: null,
  calls: null,
  searches: 0,
  cause: null
})

type Decided = Pick<Decision, 'upstreamModel' | 'supplier' | 'usdMicros'>

/** Who answered, and what it cost there. Without a route the first one stands for the model that was to answer. */
function servedBy(
  { route, upstreamModel, usage }: RunResult,
  { routes }: AnswerRequest,
  markupPercent: number
): Decided {
  if (!route) return { upstreamModel: routes[0]?.model ?? null, supplier: null, usdMicros: null }
  const listPrice = priceOfRan(route, upstreamModel)
  return {
    upstreamModel: upstreamModel ?? route.model,
    supplier: route.supplier,
    usdMicros: usage && usdMicrosOf({ usage, listPrice, markupPercent })
  }
}

/** Help with a prompt is no traffic of the model. */
const routeAttemptsOf = ({ calls }: RunResult, { helpTask }: AnswerRequest): RouteAttempt[] =>
  helpTask ? [] : attemptsOf(calls ?? [])

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
  decide(answer: OpenAnswer, result: RunResult) {
    if (answer.row.ending) return
    const { end, calls, searches } = result
    const { request } = answer.row
    const { operationId, referenceLength, webSearch, files = [] } = request
    const { projectTokens: reservedOfProject = 0 } = request
    // Nothing was found in the project, or its files are lost: the model was sent nothing of them.
    const projectTokens = answer.content().read ? reservedOfProject : 0
    const unreadTokens = reservedOfProject - projectTokens
    const priceTokens = priceDue(request.priceTokens, webSearch?.tokens ?? 0, searches) - unreadTokens
    const filesTokens = surchargeOf(files) + projectTokens
    const deliveredLength = answer.text.length
    const ending = endingOf(end, deliveredLength)
    const { outcome } = ending
    const markupPercent = this.#around.environment().USD_MARKUP_PERCENT
    const decision = {
      ending,
      costTokens: chargeOf({ outcome, priceTokens, deliveredLength, referenceLength, filesTokens }),
      attempts: calls?.length ?? 1,
      routeAttempts: routeAttemptsOf(result, request),
      ...servedBy(result, request, markupPercent)
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
    let isCounted: boolean
    try {
      isCounted = await this.#around.save(answer.row, answer.content(), answer.failures > 0)
    } catch (error) {
      return this.#postpone(answer, error)
    }
    this.#store.close(answer.row, isCounted)
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
