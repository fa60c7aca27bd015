// One call of a route while an answer is made: what ends it early, and what became of it.
import type { StreamEnd } from '#domain/answer.ts'
import type { RouteCall } from '#domain/models/route-attempt.ts'
import type { Route } from '#domain/models/route.ts'
import type { ChatUsage } from '#providers/chat/provider.ts'
import { ProviderFailure } from '#providers/http/failure.ts'

export interface Ended {
  end: StreamEnd
  usage: ChatUsage | null
  upstreamModel: string | null
}

const nothingTold = { usage: null, upstreamModel: null }

export const endedWith = (end: StreamEnd): Ended => ({ end, ...nothingTold })

function outcomeOf(ended: Ended | ProviderFailure, hasWord: boolean): string {
  if (ended instanceof ProviderFailure) return ended.kind
  if (ended.end.kind !== 'finished') return ended.end.kind
  if (ended.end.reason === 'refused') return 'refused'
  return hasWord ? 'answered' : 'empty'
}

/** Aborted by the user's stop, or when the time for the first word is over. The silence of a single route is its adapter's to notice. */
export class Call {
  readonly #controller = new AbortController()
  readonly signal: AbortSignal = this.#controller.signal
  readonly #stop: AbortSignal
  readonly #onStop = () => this.#abort(this.#stop.reason)
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #route: Route
  readonly #at = Date.now()
  #firstWordMs: number | null = null
  #isAborted = false

  constructor(stop: AbortSignal, route: Route, leftMs: number) {
    this.#stop = stop
    this.#route = route
    const { supplier } = route
    stop.addEventListener('abort', this.#onStop)
    const isLate = () =>
      this.#abort(new ProviderFailure(supplier, { kind: 'timeout', retryable: true, code: 'first-word' }))
    this.#timer = setTimeout(isLate, leftMs)
  }

  /** For each event. @throws the reason of an abort */
  expectOpen() {
    if (this.#isAborted) this.signal.throwIfAborted()
  }

  /** The first word has come. */
  heard() {
    clearTimeout(this.#timer)
    this.#firstWordMs = Date.now() - this.#at
  }

  #abort(reason: unknown) {
    this.#isAborted = true
    this.#controller.abort(reason)
  }

  close() {
    clearTimeout(this.#timer)
    this.#stop.removeEventListener('abort', this.#onStop)
  }

  /** What became of it. */
  told(ended: Ended | ProviderFailure): RouteCall {
    const { usage, upstreamModel: ranModel } = ended instanceof ProviderFailure ? nothingTold : ended
    const firstWordMs = this.#firstWordMs
    const outcome = outcomeOf(ended, firstWordMs !== null)
    const totalMs = Date.now() - this.#at
    return { route: this.#route, at: this.#at, outcome, firstWordMs, totalMs, usage, ranModel }
  }
}
