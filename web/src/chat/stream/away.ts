// What a phone does to an answer that comes in: it puts the page to sleep, and the connection is dead when the user returns, without an
// error for minutes. Such a connection is given up at the return, and nothing is said of it unless the next one fails too.
import { onReturn } from '../../base/on-return.ts'
import { pause } from '../../base/http/retry.ts'

/** A connection that has brought something within this time is alive. The pings of an answer that thinks come less often: it is joined anew. */
const aliveMs = 1500
/** What fails so soon after a return has failed because of the absence. */
const excusedMs = 5000

export class Away {
  #connection = new AbortController()
  #heardAt = 0
  #backAt = -Infinity
  #isBack = false
  #wake = (): void => undefined
  /** Ends the watching. */
  readonly end: () => void

  constructor() {
    this.end = onReturn(() => {
      this.#isBack = true
      this.#backAt = Date.now()
      this.#wake()
      if (Date.now() - this.#heardAt > aliveMs) this.#connection.abort(new Error('The page was away'))
    })
  }

  /** For the next attempt: the signal that its connection is given up, for this reason or that of `signal`. */
  connect(signal: AbortSignal): AbortSignal {
    this.#connection = new AbortController()
    this.hear()
    return AbortSignal.any([signal, this.#connection.signal])
  }

  /** The connection has brought something. */
  readonly hear = (): void => {
    this.#heardAt = Date.now()
  }

  /** Waits at most until the user or the network is back. Rejects when aborted. */
  rest(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.#wake = resolve))
    return Promise.race([pause(ms, signal), woken])
  }

  /** Whether the user has returned since this was asked last. */
  takeReturn(): boolean {
    const isBack = this.#isBack
    this.#isBack = false
    return isBack
  }

  /** Whether the connection was given up by a return. */
  get isGivenUp(): boolean {
    return this.#connection.signal.aborted
  }

  /** Whether a failure now is that of a page out of sight, or of one whose user has just returned. */
  get isExcused(): boolean {
    return document.hidden || Date.now() - this.#backAt < excusedMs
  }
}
