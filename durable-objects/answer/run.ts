// Asks the routes of an answer in their order until one of them has said a first word, and reads its stream. Does not know about money: it
// only reports how the stream ended, and which route it was.
import type { AnswerFailure, StreamEnd } from '#domain/answer.ts'
import { isOfRoute } from '#domain/models/breaker.ts'
import type { RouteCall } from '#domain/models/route-attempt.ts'
import type { Route } from '#domain/models/route.ts'
import { nameOf, report } from '#notices/report.ts'
import type { ChatPiece, ChatProvider, ChatRequest, ChatUsage } from '#providers/chat/provider.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { Call, endedWith, type Ended } from './call.ts'
import type { Chunk } from './chunk.ts'
import { loadProposals } from './late-proposals.ts'

/**
 * A server error before anything has come is retried once where there is no other route: nothing was delivered and the provider bills
 * nothing. A search is billed, and the user would see the thinking twice.
 */
const repetitionsMax = 1

/**
 * All routes of an answer together have so long for the first word, or as long as the most patient of them. 16,384 tokens of thinking,
 * the most that a model of the catalogue may do unseen, take about three minutes; no reader of a page waits much longer.
 */
export const firstWordTotalMs = 240_000

/** With less time than this left, no further route is asked. */
const worthAskingMs = 1000

export interface RunResult {
  end: StreamEnd
  usage: ChatUsage | null
  upstreamModel: string | null
  /** Who answered, or was asked last; null: none was. */
  route: Route | null
  /** What became of each call, in their order; null: not known. */
  calls: readonly RouteCall[] | null
  /** Searches of the web that were done. */
  searches: number
  /** What the last supplier has said, where the answer failed; null: nothing. */
  cause: ProviderFailure | null
}

/** What the run needs of the world around it, route by route. */
export interface Routing {
  /** In their order, and at least one: those that may be asked now. */
  routes: readonly Route[]
  providerOf: (route: Route) => ChatProvider
  requestOf: (route: Route) => ChatRequest
  /** Called before each call. False: the supplier may not be called again within this minute. */
  mayCall: (route: Route) => Promise<boolean>
  onSucceeded: (route: Route) => void
  onFailed: (route: Route, failure: ProviderFailure) => void
  /** The call told nothing of the route: it was stopped. */
  onUntold: (route: Route) => void
}

/** How a failure of the last route appears to the user. */
function failureOf(failure: ProviderFailure): AnswerFailure {
  if (failure.kind === 'unpaid' || failure.kind === 'unauthorized') return { code: 'UNAVAILABLE' }
  if (failure.kind !== 'busy') return { code: 'PROVIDER_FAILED' }
  return {
    code: 'PROVIDER_BUSY',
    ...(failure.retryAfterSeconds === null ? {} : { retryAfterSeconds: failure.retryAfterSeconds })
  }
}

/** The stored form of a piece; null: it is not stored. */
function chunkOf(piece: ChatPiece): Chunk | null {
  switch (piece.type) {
    case 'text':
      return piece.text
    case 'thinking':
      return { thinking: piece.text }
    case 'source':
      return { source: { url: piece.url, title: piece.title } }
    case 'search':
    case 'tool-call':
    case 'tool-arguments':
      return null
    default:
      return piece satisfies never
  }
}

/** Who takes what a model writes. */
export interface PieceTaker {
  /** Whether a reader sees something of it: from the first such piece on no other route is asked. */
  isWord: (piece: ChatPiece) => boolean
  take: (piece: ChatPiece) => void
}

/** A call of a tool that was not offered, which a model may make up, is nothing that a reader sees. */
const chatTaker = (append: (chunk: Chunk) => void): PieceTaker => ({
  isWord: (piece) => piece.type === 'search' || Boolean(chunkOf(piece)),
  take: (piece) => {
    const chunk = chunkOf(piece)
    if (chunk !== null && chunk !== '') append(chunk)
  }
})

/** The calls of one answer. */
class Run {
  readonly #routing: Routing
  readonly #stop: AbortSignal
  readonly #taker: PieceTaker
  readonly #endsAt: number
  #isDelivered = false
  readonly calls: RouteCall[] = []
  searches = 0
  cause: ProviderFailure | null = null

  constructor(routing: Routing, stop: AbortSignal, taker: PieceTaker) {
    this.#routing = routing
    this.#stop = stop
    this.#taker = taker
    const patience = routing.routes.map(({ firstWordMs }) => firstWordMs)
    this.#endsAt = Date.now() + Math.max(firstWordTotalMs, ...patience)
  }

  async perform(): Promise<Ended & { route: Route | null }> {
    const { routes } = this.#routing
    let last: Route | null = null
    let failure: ProviderFailure | null = null
    for (const route of routes) {
      if (this.#stop.aborted) return { ...endedWith({ kind: 'stopped' }), route: last }
      if (failure && this.#leftMs() < worthAskingMs) break
      last = route
      const ended = await this.#ask(route, routes.length === 1)
      if (!(ended instanceof ProviderFailure)) return { ...ended, route }
      failure = ended
      if (this.#isDelivered || !isOfRoute(failure.kind)) break
    }
    if (!failure) throw new Error('An answer needs a route')
    this.cause = failure
    return { ...endedWith({ kind: 'failed', failure: failureOf(failure) }), route: last }
  }

  #leftMs(): number {
    return this.#endsAt - Date.now()
  }

  /** @param isOnly there is no other route, so a server error is worth a second call */
  async #ask(route: Route, isOnly: boolean): Promise<Ended | ProviderFailure> {
    const { mayCall, onFailed, onUntold } = this.#routing
    for (let repetitions = 0; ; repetitions++) {
      const isAllowed = await mayCall(route)
      if (!isAllowed || this.#stop.aborted) {
        onUntold(route)
        if (isAllowed) return endedWith({ kind: 'stopped' })
        return new ProviderFailure(route.supplier, { kind: 'busy', retryable: true, code: 'calls-per-minute' })
      }
      const ended = await this.#attempt(route)
      const isFailed = ended instanceof ProviderFailure
      // An answer that writes as long as it may is no failure of its route, which has long been heard.
      const wroteOn = isFailed && this.#isDelivered && ended.code === 'total'
      if (isFailed && !wroteOn) onFailed(route, ended)
      else if (!this.#isDelivered) onUntold(route)
      const mayRepeat = isFailed && isOnly && ended.kind === 'server' && !this.#isDelivered && !this.#stop.aborted
      if (!mayRepeat || repetitions >= repetitionsMax) return ended
    }
  }

  /** Runs one call to its end. @returns how it ended, or the failure */
  async #attempt(route: Route): Promise<Ended | ProviderFailure> {
    const call = new Call(this.#stop, route, this.#leftMs())
    const ended = await this.#read(route, call)
    call.close()
    this.calls.push(call.told(ended))
    return ended
  }

  async #read(route: Route, call: Call): Promise<Ended | ProviderFailure> {
    const { providerOf, requestOf } = this.#routing
    const request = requestOf(route)
    try {
      for await (const event of providerOf(route).stream(request, call.signal)) {
        // What was on its way when the call was given up must not reach the reader: another route may be answering.
        call.expectOpen()
        if (event.type === 'end') {
          const { reason, stopText, usage, upstreamModel } = event
          const end = { kind: 'finished' as const, reason, ...(stopText !== undefined && { stopText }) }
          return { end, usage, upstreamModel }
        }
        this.#take(event, route, call)
      }
      throw new Error('A provider stream ended without an end event')
    } catch (error) {
      if (this.#stop.aborted) return endedWith({ kind: 'stopped' })
      if (error instanceof ProviderFailure) return error
      report(request.userTag, { event: 'answer-bug', error: nameOf(error) })
      return new ProviderFailure(route.supplier, { kind: 'malformed', retryable: false, code: 'bug' })
    }
  }

  #take(piece: ChatPiece, route: Route, call: Call) {
    if (!this.#isDelivered && this.#taker.isWord(piece)) {
      this.#isDelivered = true
      call.heard()
      this.#routing.onSucceeded(route)
    }
    if (piece.type === 'search') this.searches += 1
    this.#taker.take(piece)
  }
}

/**
 * Asks the routes for a caller. A further route is asked before the first word alone, and after the call before it has ended. Never
 * throws: a provider failure, a stop (`stop` aborted) and a bug are returned as the way the answer ended, because each of them has its
 * own price.
 */
export async function runRoutes(routing: Routing, stop: AbortSignal, taker: PieceTaker): Promise<RunResult> {
  const run = new Run(routing, stop, taker)
  const ended = await run.perform()
  return { ...ended, calls: run.calls, searches: run.searches, cause: run.cause }
}

/** Streams an answer of a chat into `append`, as `runRoutes` does. @param proposes the model is offered the tool for proposals */
export async function runAnswer(
  routing: Routing,
  stop: AbortSignal,
  append: (chunk: Chunk) => void,
  proposes = false
): Promise<RunResult> {
  if (!proposes) return runRoutes(routing, stop, chatTaker(append))
  const Loaded = await loadProposals()
  const proposals = new Loaded(append)
  const plain = chatTaker(proposals.say)
  const requestOf = (route: Route) => ({ ...routing.requestOf(route), tools: [Loaded.tool] })
  const result = await runRoutes({ ...routing, requestOf }, stop, {
    // What is proposed is seen once the call is complete.
    isWord: (piece) => proposals.isCall(piece) || plain.isWord(piece),
    take: (piece) => {
      proposals.take(piece)
      plain.take(piece)
    }
  })
  if (result.end.kind === 'finished' && result.end.reason !== 'refused') proposals.finish()
  return result
}
