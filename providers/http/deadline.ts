// The time limit of one provider call: ends it when the caller aborts or the provider is too slow. One timer serves the
// whole call, and progress only changes a number, because a stream reports it hundreds of times.

export interface Timeouts {
  /** Longest silence before the first word of an answer. Headers, pings and empty events end it as little as a connection does. */
  firstWordMs?: number
  /** Longest time without progress after that. */
  idleMs?: number
  /** For the whole call, whatever arrives. The default of the others. */
  totalMs: number
}

/** The limit that was exceeded. */
export type DeadlineStage = 'first-word' | 'idle' | 'total'

export class Deadline {
  readonly #controller = new AbortController()
  /** Aborts with the caller's reason or our failure. */
  readonly signal: AbortSignal = this.#controller.signal
  readonly #timeouts: Required<Timeouts>
  readonly #caller: AbortSignal | null
  readonly #failureOf: (stage: DeadlineStage) => Error
  readonly #totalAt: number
  readonly #onCallerAbort = () => this.#end(this.#caller?.reason)
  /** Called directly, because a listener of a signal costs several times as much, and each call has some. */
  readonly #onEnd = new Set<() => void>()
  #stage: 'first-word' | 'idle' = 'first-word'
  #silenceAt: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #looksAt = 0

  /** @param failureOf creates the error of a call that took too long */
  constructor(timeouts: Timeouts, caller: AbortSignal | null, failureOf: (stage: DeadlineStage) => Error) {
    const { totalMs, firstWordMs = totalMs, idleMs = totalMs } = timeouts
    this.#timeouts = { firstWordMs, idleMs, totalMs }
    this.#caller = caller
    this.#failureOf = failureOf
    const now = Date.now()
    this.#totalAt = now + totalMs
    this.#silenceAt = now + firstWordMs
    if (caller?.aborted) this.#onCallerAbort()
    else caller?.addEventListener('abort', this.#onCallerAbort)
    this.#arm(now)
  }

  /** Reports a word of the answer. */
  word(): void {
    const now = Date.now()
    this.#silenceAt = now + this.#timeouts.idleMs
    if (this.#stage === 'idle') return
    this.#stage = 'idle'
    // A timer that rings earlier looks again.
    if (this.#silenceAt < this.#looksAt) this.#arm(now)
  }

  /** Reports work that shows no word of the answer, such as thinking that is not shown. The first word is still to come. */
  work(): void {
    this.#silenceAt = Date.now() + (this.#stage === 'idle' ? this.#timeouts.idleMs : this.#timeouts.firstWordMs)
  }

  /** Reports an event without content, which only says that the stream goes on. */
  event(): void {
    if (this.#stage === 'idle') this.word()
  }

  /** Settles like the promise, or rejects as soon as the call has ended. */
  race<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const forget = this.whenEnded(() => reject(this.signal.reason))
      promise.then(resolve, reject).finally(forget)
    })
  }

  /**
   * Calls the listener once when the call is ended early, at once if it is already.
   * @returns what takes the listener away
   */
  whenEnded(listener: () => void): () => void {
    if (this.signal.aborted) listener()
    else this.#onEnd.add(listener)
    return () => this.#onEnd.delete(listener)
  }

  /** Must be called when the call is over; otherwise its timer and listener stay. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#onCallerAbort)
  }

  #arm(now: number): void {
    clearTimeout(this.#timer)
    if (this.signal.aborted) return
    this.#looksAt = Math.min(this.#silenceAt, this.#totalAt)
    this.#timer = setTimeout(() => this.#look(), Math.max(1, this.#looksAt - now))
  }

  #look(): void {
    const now = Date.now()
    if (now >= this.#totalAt) this.#end(this.#failureOf('total'))
    else if (now >= this.#silenceAt) this.#end(this.#failureOf(this.#stage))
    else this.#arm(now)
  }

  #end(reason: unknown): void {
    this.#controller.abort(reason)
    for (const listener of this.#onEnd) listener()
    this.#onEnd.clear()
  }
}
