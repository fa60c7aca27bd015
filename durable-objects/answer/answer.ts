// One streamed text answer: claims its id, reserves tokens, calls the provider, stores what arrives, settles. It must
// never call a provider without a reservation, charge for text that was not delivered, or lose text that arrived. A
// reader that disconnects changes nothing; only `stop` cancels. After a restart at any step the alarm continues.
import { DurableObject } from 'cloudflare:workers'
import { openDatabase } from '#data/database.ts'
import { saveQuestion } from '#data/turns.ts'
import { chargeOf } from '#domain/charge.ts'
import { endingOf, type StreamEnd } from '#domain/answer.ts'
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import { parseEnvironment } from '#domain/environment.ts'
import { usdMicrosOf } from '#domain/usage-cost.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatUsage } from '#providers/chat/provider.ts'
import type { AnswerCalls, AnswerRefusal, AnswerStream, AnswerView, AskResult, FinishedAnswer } from './calls.ts'
import { announceAnswer, deliverAnswer, questionOf } from './delivery.ts'
import { Bell, readEvents } from './reader.ts'
import { refusalOf } from './refusal.ts'
import { chatRequestOf } from './request.ts'
import { runAnswer } from './run.ts'
import { nameOf, report } from '#notices/report.ts'
import { type AnswerRequest, AnswerStore } from './store.ts'
import { walletOf } from '../stubs.ts'

/** How often the alarm checks for a restart; also the longest that an interrupted answer waits before it is ended. */
const watchdogMs = 30_000
const retryDelayMaxMs = 60_000
/** How long the text is kept here for replays and late readers; the conversation in D1 keeps it for good. */
const textKeptMs = 24 * 60 * 60 * 1000
/** Longer than any answer takes: the provider adapters time out well before. */
const reservationLifetimeMs = 20 * 60 * 1000

export class Answer extends DurableObject<Env> implements AnswerCalls {
  readonly #store = new AnswerStore(this.ctx.storage)
  readonly #bell = new Bell()
  #starting: Promise<AskResult> | null = null
  #live: Promise<void> | null = null
  #abort = new AbortController()
  #finishing: Promise<void> | null = null
  #failures = 0

  async ask(request: AnswerRequest): Promise<AskResult> {
    const known = this.#store.read()
    if (known && known.request.fingerprint !== request.fingerprint)
      return { state: 'refused', code: 'IDEMPOTENCY_MISMATCH' }
    if (known?.state === 'forgotten') return { state: 'refused', code: 'ANSWER_EXPIRED' }
    if (known && known.state !== 'claimed') {
      this.#revive()
      return { state: 'accepted' }
    }
    // During a refusal the row is already deleted: a second request joins that start and is refused as well.
    if (!known && !this.#starting) this.#store.claim(request, Date.now())
    // A claim without a running start is left from a restart before the provider was called, so it may begin again.
    this.#starting ??= this.#begin(known?.request ?? request).finally(() => (this.#starting = null))
    return this.#starting
  }

  async askAndRead(request: AnswerRequest): Promise<AnswerRefusal | AnswerStream> {
    const result = await this.ask(request)
    return result.state === 'refused' ? result : { state: 'accepted', stream: this.#events(-1) }
  }

  async askAndWait(request: AnswerRequest, resumes = false): Promise<AnswerRefusal | FinishedAnswer> {
    const state = this.#store.state()
    const repeated = this.#starting !== null || state === 'running' || state === 'ended'
    const result = await this.ask(request)
    if (result.state === 'refused') return result
    if (repeated && !resumes) return { state: 'refused', code: 'OPERATION_IN_PROGRESS' }
    return this.#finished()
  }

  async read(lastId: number): Promise<AnswerRefusal | AnswerStream> {
    const missing = this.#missing()
    if (missing) return missing
    this.#revive()
    return { state: 'accepted', stream: this.#events(lastId) }
  }

  async view(): Promise<AnswerRefusal | AnswerView> {
    const missing = this.#missing()
    if (missing) return missing
    const end = this.#store.readEnd()?.event ?? null
    return { state: 'found', running: end === null, content: this.#store.text(), end }
  }

  async stop(): Promise<AnswerRefusal | FinishedAnswer> {
    if (this.#starting) await this.#starting
    const missing = this.#missing()
    if (missing) return missing
    this.#abort.abort()
    if (!this.#live) await this.#recover()
    return this.#finished()
  }

  async outcomeOf(): Promise<OwnerOutcome> {
    const row = this.#store.read()
    if (!row) return { state: 'unknown' }
    if (!row.ending) return { state: 'running' }
    const { chargedTokens, upstreamModel } = row
    return { state: 'ended', chargedTokens, outcome: row.ending.outcome, upstreamModel }
  }

  override async alarm() {
    const state = this.#store.state()
    if (state === null || state === 'forgotten') return
    if (state === 'closed') return this.#forgetWhenOld()
    // Set before anything that may fail: the platform retries an alarm that throws only a few times.
    await this.ctx.storage.setAlarm(Date.now() + watchdogMs)
    if (!this.#starting && !this.#live) await this.#recover()
  }

  /**
   * After a restart a returning reader need not wait for the alarm. A mere claim is left for a repeated request to
   * begin.
   */
  #revive() {
    const state = this.#store.state()
    if (!this.#live && (state === 'running' || state === 'ended')) this.ctx.waitUntil(this.#recover())
  }

  async #begin(request: AnswerRequest): Promise<AskResult> {
    await this.ctx.storage.setAlarm(Date.now() + watchdogMs)
    const reserved = await walletOf(this.env, request.userId).reserve({
      id: request.operationId,
      fingerprint: request.fingerprint,
      priceTokens: request.priceTokens,
      owner: 'answer',
      operation: { service: request.service, model: request.model, action: 'Ответ в чате' },
      lifetimeMs: reservationLifetimeMs,
      runningMax: request.runningMax,
      dispatches: true,
      plan: request.plan
    })
    const refusal = refusalOf(reserved)
    if (refusal) {
      await this.#store.forgetClaim()
      this.#bell.ring()
      return refusal
    }
    this.#store.begin('isOnPlan' in reserved && reserved.isOnPlan)
    this.ctx.waitUntil(announceAnswer(this.env, request, 'running'))
    this.#live = this.#run(request).finally(() => (this.#live = null))
    this.ctx.waitUntil(this.#live)
    return { state: 'accepted' }
  }

  async #run(request: AnswerRequest): Promise<void> {
    // `running` is stored only after the wallet has reserved the tokens: no provider call without a reservation.
    if (this.#store.state() !== 'running') throw new Error('A provider may not be called without a reservation')
    const environment = parseEnvironment(this.env)
    const asked = this.#saveQuestion()
    const result = await runAnswer(
      chatProviderOf(request.upstream.provider, environment),
      chatRequestOf(request),
      this.#abort.signal,
      {
        append: (text) => {
          this.#store.append(text)
          this.#bell.ring()
        },
        countAttempt: (attempts) => this.#store.countAttempt(attempts)
      }
    )
    // Decided before the first await: a restart in between would make the answer free.
    this.#decide(result.end, result.usage, result.upstreamModel)
    await asked
    await this.#finish()
  }

  /** Shows the question while the answer is still streaming. A failure is ignored: `#deliver` writes it again. */
  async #saveQuestion(): Promise<void> {
    const row = this.#store.read()
    const question = row && questionOf(row)
    if (!question) return
    await saveQuestion(openDatabase(this.env.DB), question).catch(() => undefined)
  }

  #decide(end: StreamEnd, usage: ChatUsage | null, upstreamModel: string | null) {
    const row = this.#store.read()
    if (!row || row.ending) return
    const { priceTokens, referenceLength, upstream } = row.request
    const ending = endingOf(end, row.deliveredLength)
    const markupPercent = parseEnvironment(this.env).USD_MARKUP_PERCENT
    this.#store.end(
      ending,
      {
        chargedTokens: chargeOf({
          outcome: ending.outcome,
          priceTokens,
          deliveredLength: row.deliveredLength,
          referenceLength
        }),
        upstreamModel: upstreamModel ?? (row.state === 'running' ? upstream.model : null),
        usdMicros: usage ? usdMicrosOf({ usage, upstreamModel: upstream.model, markupPercent }) : null
      },
      Date.now()
    )
  }

  /** Continues after a restart: an answer that was not decided yet was interrupted by the platform and is free. */
  async #recover(): Promise<void> {
    this.#decide({ kind: 'interrupted' }, null, null)
    await this.#finish()
  }

  /** Delivers the decided answer. Concurrent callers share one attempt; the alarm repeats a failed one. */
  #finish(): Promise<void> {
    this.#finishing ??= this.#deliver().finally(() => (this.#finishing = null))
    return this.#finishing
  }

  async #deliver(): Promise<void> {
    const row = this.#store.read()
    if (row?.state !== 'ended') return
    try {
      this.#store.close(await deliverAnswer(this.env, row, this.#store.text()))
    } catch (error) {
      report(this.#store.read()?.request.userId ?? '', { event: 'answer-delivery-failed', error: nameOf(error) })
      const delayMs = Math.min(1000 * 2 ** this.#failures++, retryDelayMaxMs)
      await this.ctx.storage.setAlarm(Date.now() + delayMs)
      return
    }
    this.#bell.ring()
    this.ctx.waitUntil(announceAnswer(this.env, row.request, 'finished'))
    await this.ctx.storage.setAlarm(Date.now() + textKeptMs)
  }

  async #forgetWhenOld(): Promise<void> {
    const forgetAt = (this.#store.read()?.endedAt ?? 0) + textKeptMs
    if (Date.now() >= forgetAt) this.#store.forgetText()
    else await this.ctx.storage.setAlarm(forgetAt)
  }

  #missing(): AnswerRefusal | null {
    const state = this.#store.state()
    if (state === null) return { state: 'refused', code: 'NOT_FOUND' }
    return state === 'forgotten' ? { state: 'refused', code: 'ANSWER_EXPIRED' } : null
  }

  #events(lastId: number): ReadableStream {
    return readEvents(this.#store, this.#bell, lastId)
  }

  async #finished(): Promise<FinishedAnswer> {
    for (;;) {
      const end = this.#store.readEnd()
      if (end) return { state: 'finished', content: this.#store.text(), end: end.event }
      await this.#bell.wait(watchdogMs)
    }
  }
}
