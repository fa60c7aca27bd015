// The time limit of one provider call: ends it when the caller aborts or the provider is too slow. One timer serves the
// whole call, and progress only changes a number, because a stream reports it hundreds of times.

export interface Timeouts {
  /** Until the first event, including connection and headers. */
  firstByteMs: number
  /** Longest time without progress after that. */
  idleMs: number
  /** For the whole call, whatever arrives. */
  totalMs: number
}

/** The limit that was exceeded. */
export type DeadlineStage = 'first-byte' | 'idle' | 'total'

export class Deadline {
  readonly #controller = new AbortController()
  readonly #timeouts: Timeouts
  readonly #caller: AbortSignal | null
  readonly #failureOf: (stage: DeadlineStage) => Error
  readonly #totalAt: number
  readonly #onCallerAbort = () => this.#controller.abort(this.#caller?.reason)
  #stage: DeadlineStage = 'first-byte'
  #silenceAt: number
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param failureOf creates the error of a call that took too long */
  constructor(timeouts: Timeouts, caller: AbortSignal | null, failureOf: (stage: DeadlineStage) => Error) {
    this.#timeouts = timeouts
    this.#caller = caller
    this.#failureOf = failureOf
    const now = Date.now()
    this.#totalAt = now + timeouts.totalMs
    this.#silenceAt = now + timeouts.firstByteMs
    if (caller?.aborted) this.#onCallerAbort()
    else caller?.addEventListener('abort', this.#onCallerAbort)
    this.#arm(now)
  }

  /** Aborts with the caller's reason or our failure. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Reports that something useful has arrived. */
  progress(): void {
    const now = Date.now()
    this.#silenceAt = now + this.#timeouts.idleMs
    if (this.#stage === 'idle') return
    this.#stage = 'idle'
    this.#arm(now)
  }

  /** Settles like the promise, or rejects as soon as the call has ended. */
  race<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(this.signal.reason)
      if (this.signal.aborted) onAbort()
      this.signal.addEventListener('abort', onAbort, { once: true })
      promise.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', onAbort))
    })
  }

  /** Must be called when the call is over; otherwise its timer and listener stay. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#onCallerAbort)
  }

  #arm(now: number): void {
    clearTimeout(this.#timer)
    if (this.signal.aborted) return
    this.#timer = setTimeout(() => this.#look(), Math.max(1, Math.min(this.#silenceAt, this.#totalAt) - now))
  }

  #look(): void {
    const now = Date.now()
    if (now >= this.#totalAt) this.#controller.abort(this.#failureOf('total'))
    else if (now >= this.#silenceAt) this.#controller.abort(this.#failureOf(this.#stage))
    else this.#arm(now)
  }
}
