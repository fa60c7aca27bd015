// Reads one provider stream into the store. Does not know about money: it only reports how the stream ended.
import type { AnswerFailure, StreamEnd } from '#domain/answer.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { nameOf, report } from '#notices/report.ts'
import type { ChatProvider, ChatRequest, ChatUsage } from '#providers/chat/provider.ts'

/** Deltas that arrive within this time are stored and sent as one chunk, because every chunk costs a write. */
const coalesceMs = 30
/** Pending text of this length, in characters, is stored without waiting. */
const coalesceLengthMax = 2_000
/** A server error before the first character is retried once: nothing was delivered and the provider bills nothing. */
const attemptsMax = 2

export interface RunSink {
  /** Stores text and wakes readers. */
  append(text: string): void
  countAttempt(attempts: number): void
}

export interface RunResult {
  end: StreamEnd
  usage: ChatUsage | null
  upstreamModel: string | null
}

/** Collects deltas and passes them on in larger pieces. */
class Coalescer {
  #pending = ''
  #timer: ReturnType<typeof setTimeout> | null = null
  readonly #sink: RunSink

  constructor(sink: RunSink) {
    this.#sink = sink
  }

  add(text: string) {
    this.#pending += text
    if (this.#pending.length >= coalesceLengthMax) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), coalesceMs)
  }

  flush() {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const text = this.#pending
    this.#pending = ''
    if (text !== '') this.#sink.append(text)
  }
}

function failureOf(failure: ProviderFailure): AnswerFailure {
  if (failure.kind !== 'busy') return { code: 'PROVIDER_FAILED' }
  return {
    code: 'PROVIDER_BUSY',
    ...(failure.retryAfterSeconds === null ? {} : { retryAfterSeconds: failure.retryAfterSeconds })
  }
}

async function attempt(
  provider: ChatProvider,
  request: ChatRequest,
  signal: AbortSignal,
  sink: Coalescer
): Promise<RunResult> {
  for await (const event of provider.stream(request, signal)) {
    if (event.type === 'text') sink.add(event.text)
    else
      return {
        end: { kind: 'finished', reason: event.reason },
        usage: event.usage,
        upstreamModel: event.upstreamModel
      }
  }
  throw new Error('A provider stream ended without an end event')
}

/**
 * Streams an answer into `sink`. Never throws: a provider failure, a stop (`signal` aborted) and a bug are returned as
 * the way the answer ended, because each of them has its own price.
 */
export async function runAnswer(
  provider: ChatProvider,
  request: ChatRequest,
  signal: AbortSignal,
  sink: RunSink
): Promise<RunResult> {
  let delivered = false
  const coalescer = new Coalescer({
    append(text) {
      delivered = true
      sink.append(text)
    },
    countAttempt: (attempts) => sink.countAttempt(attempts)
  })
  for (let attempts = 1; ; attempts++) {
    sink.countAttempt(attempts)
    try {
      const result = await attempt(provider, request, signal, coalescer)
      coalescer.flush()
      return result
    } catch (error) {
      coalescer.flush()
      const nothingKnown = { usage: null, upstreamModel: null }
      if (signal.aborted) return { end: { kind: 'stopped' }, ...nothingKnown }
      if (!(error instanceof ProviderFailure)) {
        report(request.userTag, { event: 'answer-bug', error: nameOf(error) })
        return { end: { kind: 'failed', failure: { code: 'PROVIDER_FAILED' } }, ...nothingKnown }
      }
      const mayRepeat = error.kind === 'server' && !delivered && attempts < attemptsMax
      if (!mayRepeat) return { end: { kind: 'failed', failure: failureOf(error) }, ...nothingKnown }
    }
  }
}
