// A user's text answers, a part of the user's object: claims the id, reserves tokens, calls the provider, keeps what
// arrives, settles. It must never call a provider without a reservation, charge for text that was not delivered, or
// lose text that was stored. A reader that disconnects changes nothing; only `stop` cancels. After a restart at any
// step the alarm continues.
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import { nameOf, report } from '#notices/report.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import type { ReserveCommand } from '../wallet/calls.ts'
import type { AnswerRefusal, AnswerRequest } from './calls.ts'
import { chatRequestOf, type Wishes } from './asked.ts'
import { AnswerClosing, type AnswerSurroundings } from './closing.ts'
import { placedBeside, OpenAnswer } from './open-answer.ts'
import { Readers } from './reader.ts'
import { type Connected, routingOf } from './routing.ts'
import { runAnswer } from './run.ts'
import { type Sent, turnsToSend } from './sent-turns.ts'
import { refusalOf } from '../wallet/refusal.ts'
import { type AnswerRow, AnswerStore } from './store.ts'
import { UncountedAttempts } from './uncounted-attempts.ts'
import { UnsavedTurns } from './unsaved-turns.ts'

/** How often the alarm checks for a restart; also the longest that an interrupted answer waits before it is ended. */
const watchdogMs = 30_000
/** How long the text is kept here for replays and late readers; the conversation in D1 keeps it for good. */
const textKeptMs = 24 * 60 * 60 * 1000
const forgottenPerAlarm = 200
/** Closed answers in memory. */
const keptMax = 4
/** Longer than any answer takes: the provider adapters time out well before. */
const reservationLifetimeMs = 20 * 60 * 1000

/** Its turns are those that the model gets, the prompt included. */
export interface Beginning extends Sent {
  request: AnswerRequest
  wishes: Wishes
  runningMax: number
  plan: ReserveCommand['plan']
  /** Without a route no supplier can answer, and no new answer begins. */
  connected: Connected
  /** Why an operator has switched the service or the model off, for the user; null: it is on. */
  offReason: string | null
}

/** `isNew`: this call started the answer. */
export type Begun = AnswerRefusal | { state: 'begun'; answer: OpenAnswer; isNew: boolean }

export class Answers {
  readonly #around: AnswerSurroundings
  readonly #store: AnswerStore
  /** What conversations in D1 lack. */
  readonly unsaved: UnsavedTurns
  readonly uncounted: UncountedAttempts
  readonly #closing: AnswerClosing
  /** Answers that run or are being saved, by id. */
  readonly #open = new Map<string, OpenAnswer>()
  /** Closed answers that were read last, so that their readers share one text in memory. */
  readonly #kept = new Map<string, OpenAnswer>()
  readonly #readers = new Readers()
  /** Whether a restart has left rows that are not in memory; undefined: not checked yet. */
  #isLeft: boolean | undefined

  constructor(around: AnswerSurroundings) {
    this.#around = around
    this.#store = new AnswerStore(around.storage.sql)
    this.unsaved = new UnsavedTurns(this.#store)
    this.uncounted = new UncountedAttempts(this.#store)
    this.#closing = new AnswerClosing(around, this.#store, (answer) => this.#closed(answer))
  }

  /** Begins an answer, or joins the one that has this id. Synchronous, so that all that it writes is one commit. */
  begin(beginning: Beginning): Begun {
    const { request } = beginning
    const known = this.#find(request.operationId)
    if (known) {
      if (known.row.request.fingerprint !== request.fingerprint)
        return { state: 'refused', code: 'IDEMPOTENCY_MISMATCH' }
      return { state: 'begun', answer: known, isNew: false }
    }
    if (beginning.offReason !== null) return { state: 'refused', code: 'SERVICE_OFF', text: beginning.offReason }
    if (beginning.connected.routes.length === 0) return { state: 'refused', code: 'UNAVAILABLE' }
    const begun = this.#reserve(beginning)
    if ('code' in begun) return begun
    const answer = new OpenAnswer(begun, { store: this.#store, stored: [], readers: this.#readers })
    this.#open.set(request.operationId, answer)
    this.#around.arm()
    this.#announce(request, 'running')
    answer.run = this.#runToItsEnd(answer, beginning)
    this.#around.waitUntil(answer.run)
    return { state: 'begun', answer, isNew: true }
  }

  /** Whether an answer with this id has begun, and is not forgotten. Changes nothing. */
  has(operationId: string): boolean {
    return this.#open.has(operationId) || this.#store.find(operationId) !== null
  }

  /** The answer with this id, or why there is none. An answer that a restart interrupted is ended now. */
  find(operationId: string): AnswerRefusal | OpenAnswer {
    const refused = () => (this.#around.wallet.knowsAnswer(operationId) ? 'ANSWER_EXPIRED' : 'NOT_FOUND')
    return this.#find(operationId) ?? { state: 'refused', code: refused() }
  }

  /** The conversations in which answers are written. Answers that a restart interrupted do not count. */
  runningIn(): number[] {
    const running = [...this.#open.values()].filter(({ row }) => row.state === 'running')
    return running.flatMap(({ row: { request } }) => request.conversationId ?? [])
  }

  /** Stops what is still written in a conversation, which is charged for what was delivered. */
  stopIn(conversationId: number): void {
    for (const { request } of this.unsaved.rows(conversationId)) this.#find(request.operationId)?.abort.abort()
  }

  /** The outcome of an answer, for the wallet when its reservation is overdue. */
  outcomeOf(operationId: string): OwnerOutcome {
    const row = this.#store.find(operationId)
    if (!row) return { state: 'unknown' }
    if (!row.ending) return { state: 'running' }
    const { costTokens, upstreamModel } = row
    return { state: 'ended', chargedTokens: costTokens, outcome: row.ending.outcome, upstreamModel }
  }

  /** When the alarm must run next; null: nothing is due. */
  nextDueAt(now: number): number | null {
    const retries = [...this.#open.values()].map(({ retryAt }) => (retryAt > now ? retryAt : now + watchdogMs))
    if (this.#hasLeftRows()) retries.push(now + watchdogMs)
    const oldest = this.#store.oldestClosedAt()
    const times = oldest === null ? retries : [...retries, oldest + textKeptMs]
    return times.length === 0 ? null : Math.min(...times)
  }

  /** Ends what a restart interrupted, saves what could not be saved, and deletes old texts. May run late or twice. */
  async performDue(now: number): Promise<void> {
    this.#kept.clear()
    this.#store.forgetClosed(now - textKeptMs, forgottenPerAlarm)
    for (const { request } of this.#store.open()) this.#find(request.operationId)
    const waiting = [...this.#open.values()].filter(({ run }) => run === null)
    for (const answer of waiting) this.#closing.interrupt(answer)
    await Promise.all(waiting.map((answer) => this.#closing.saved(answer)))
  }

  /** Once there are none, none can appear: an answer stays open in memory until its row is closed. */
  #hasLeftRows(): boolean {
    if (this.#isLeft !== false) this.#isLeft = this.#store.openCount() > this.#open.size
    return this.#isLeft
  }

  /** Should the second write fail, the wallet's alarm finds a reservation without an answer, and returns the tokens. */
  #reserve({ request, runningMax, plan }: Beginning): AnswerRefusal | AnswerRow {
    const { operationId, fingerprint, priceTokens, service, model } = request
    const reserved = this.#around.wallet.reserve({
      id: operationId,
      fingerprint,
      priceTokens,
      owner: 'answer',
      operation: { service, model, action: { kind: request.helpTask ? 'prompt-help' : 'answer' } },
      lifetimeMs: reservationLifetimeMs,
      runningMax,
      dispatches: true,
      plan
    })
    const refusal = refusalOf(reserved)
    if (refusal) return refusal
    const placed = placedBeside(request, this.#open.values(), this.#store)
    return this.#store.begin(placed, 'isOnPlan' in reserved && reserved.isOnPlan, Date.now())
  }

  /** An answer that runs, is being saved or is kept. One that a restart interrupted is ended first. */
  #find(operationId: string): OpenAnswer | null {
    const known = this.#open.get(operationId) ?? this.#kept.get(operationId)
    if (known) return known
    const answer = this.#load(operationId)
    if (answer && answer.row.state !== 'closed') {
      this.#closing.interrupt(answer)
      this.#around.waitUntil(this.#closing.saved(answer))
    }
    return answer
  }

  #load(operationId: string): OpenAnswer | null {
    const row = this.#store.find(operationId)
    if (!row) return null
    const stored = this.#store.texts(operationId)
    const answer = new OpenAnswer(row, { store: this.#store, stored, readers: this.#readers })
    if (row.state === 'closed') this.#keep(operationId, answer)
    else this.#open.set(operationId, answer)
    return answer
  }

  #keep(operationId: string, answer: OpenAnswer) {
    this.#kept.set(operationId, answer)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptMax) return
      this.#kept.delete(oldest)
    }
  }

  /** Never throws: an answer that a bug stopped has failed and is free. */
  async #runToItsEnd(answer: OpenAnswer, beginning: Beginning): Promise<void> {
    try {
      await this.#run(answer, beginning)
    } catch (error) {
      report(this.#around.userId(), { event: 'answer-bug', error: nameOf(error) })
      this.#closing.tryToFail(answer)
    }
    answer.run = null
    // The alarm decides an answer that could not be decided here.
    if (answer.row.ending) await this.#closing.saved(answer)
  }

  async #run(answer: OpenAnswer, beginning: Beginning): Promise<void> {
    const { wishes, connected } = beginning
    const { request } = answer.row
    const turns = await this.#turnsOf(answer, beginning)
    if (!turns) return
    const unpaid: Promise<void>[] = []
    const routing = routingOf(connected, (route) => chatRequestOf(request, route, turns, wishes), {
      ...this.#around.routes,
      by: this.#around.userId(),
      onUnpaid: (failure) => void unpaid.push(this.#around.onUnpaid(failure))
    })
    const result = await runAnswer(routing, answer.abort.signal, (chunk) => answer.append(chunk), request.proposes)
    // Decided before the next await: a restart in between would make the answer free.
    this.#closing.decide(answer, result)
    await Promise.all(unpaid)
  }

  /** Null: a file could not be read, and the answer has failed, or was stopped meanwhile. */
  async #turnsOf(answer: OpenAnswer, sent: Sent): Promise<ChatTurn[] | null> {
    try {
      return await turnsToSend(answer, sent, this.#around)
    } catch (error) {
      report(this.#around.userId(), { event: 'attachment-lost', error: nameOf(error) })
      this.#closing.fail(answer, 'ATTACHMENT_LOST')
      return null
    }
  }

  #closed(answer: OpenAnswer) {
    const { request } = answer.row
    this.#open.delete(request.operationId)
    answer.bell.ring()
    this.#announce(request, 'finished')
  }

  #announce({ operationId, conversationId }: AnswerRequest, state: 'running' | 'finished') {
    this.#around.publish({ type: 'answer', operationId, conversationId, state })
  }
}
