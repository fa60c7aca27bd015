// Reads one provider stream. Does not know about money: it only reports how the stream ended.
import type { AnswerFailure, StreamEnd } from '#domain/answer.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { nameOf, report } from '#notices/report.ts'
import type { Chunk } from './chunk.ts'
import type { ChatPiece, ChatProvider, ChatRequest, ChatUsage } from '#providers/chat/provider.ts'

/**
 * A server error before anything has come is retried once: nothing was delivered and the provider bills nothing. A search
 * is billed, and what was thought would be shown twice.
 */
const attemptsMax = 2

export interface RunResult {
  end: StreamEnd
  usage: ChatUsage | null
  upstreamModel: string | null
  /** How often the provider was called. */
  attempts: number
  /** Searches of the web that were done. */
  searches: number
  /** How the last call failed, if it did. */
  failed?: ProviderFailure
}

type Attempt = Omit<RunResult, 'attempts' | 'searches'>

function failureOf(failure: ProviderFailure): AnswerFailure {
  if (failure.kind === 'unpaid' || failure.kind === 'unauthorized') return { code: 'UNAVAILABLE' }
  if (failure.kind !== 'busy') return { code: 'PROVIDER_FAILED' }
  return {
    code: 'PROVIDER_BUSY',
    ...(failure.retryAfterSeconds === null ? {} : { retryAfterSeconds: failure.retryAfterSeconds })
  }
}

const endedWith = (end: StreamEnd): Attempt => ({ end, usage: null, upstreamModel: null })

/** Runs one call. @returns how it ended, or the failure */
async function attempt(
  provider: ChatProvider,
  request: ChatRequest,
  signal: AbortSignal,
  take: (piece: ChatPiece) => void
): Promise<Attempt | ProviderFailure> {
  try {
    for await (const event of provider.stream(request, signal)) {
      if (event.type === 'end') {
        const { reason, usage, upstreamModel } = event
        return { end: { kind: 'finished', reason }, usage, upstreamModel }
      }
      take(event)
    }
    throw new Error('A provider stream ended without an end event')
  } catch (error) {
    if (signal.aborted) return endedWith({ kind: 'stopped' })
    if (error instanceof ProviderFailure) return error
    report(request.userTag, { event: 'answer-bug', error: nameOf(error) })
    return endedWith({ kind: 'failed', failure: { code: 'PROVIDER_FAILED' } })
  }
}

/** What is kept of a piece; null: nothing. */
function chunkOf(piece: ChatPiece): Chunk | null {
  switch (piece.type) {
    case 'text':
      return piece.text
    case 'thinking':
      return { thinking: piece.text }
    case 'source':
      return { source: { url: piece.url, title: piece.title } }
    case 'search':
      return null
    default:
      return piece satisfies never
  }
}

/**
 * Streams an answer into `append`. Never throws: a provider failure, a stop (`signal` aborted) and a bug are returned
 * as the way the answer ended, because each of them has its own price.
 */
export async function runAnswer(
  provider: ChatProvider,
  request: ChatRequest,
  signal: AbortSignal,
  append: (chunk: Chunk) => void
): Promise<RunResult> {
  let delivered = false
  let searches = 0
  const take = (piece: ChatPiece) => {
    delivered ||= !('text' in piece) || piece.text !== ''
    if (piece.type === 'search') searches += 1
    const chunk = chunkOf(piece)
    if (chunk !== null && chunk !== '') append(chunk)
  }
  for (let attempts = 1; ; attempts++) {
    const ended = await attempt(provider, request, signal, take)
    if (!(ended instanceof ProviderFailure)) return { ...ended, attempts, searches }
    const mayRepeat = ended.kind === 'server' && !delivered && attempts < attemptsMax && !signal.aborted
    if (mayRepeat) continue
    return { ...endedWith({ kind: 'failed', failure: failureOf(ended) }), attempts, searches, failed: ended }
  }
}
