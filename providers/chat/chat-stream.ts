// Runs one streamed answer for any chat provider and detects every way in which it can fail. This is the hottest code
// of the product: each delta costs one JSON.parse and no schema check.
import { BatchParser } from './batch-parser.ts'
import { BodyReader } from '../http/body.ts'
import { Deadline } from '../http/deadline.ts'
import type { Timeouts } from '../http/deadline.ts'
import type { EventReader } from './event-reader.ts'
import { ProviderFailure } from '../http/failure.ts'
import type { FailureDetails } from '../http/failure.ts'
import { failureOf, perform, requestIdOf } from '../http/http.ts'
import type { Send, UpstreamCall } from '../http/http.ts'
import type { ChatEnd, ChatEvent } from './provider.ts'

export interface ChatCall extends UpstreamCall {
  reader: EventReader
  /** The end of a call that moderation refused before the model ran, recognised by the code of the HTTP error. */
  refusalOf?: (code: string | null) => ChatEnd | null
}

export interface ChatOptions {
  send?: Send
  timeouts?: Timeouts
}

/**
 * A model responds within seconds but may send nothing while it thinks: 16,000 tokens take about three minutes. The
 * total stays below the 15 minutes for which pending I/O keeps a Durable Object in memory.
 */
export const chatTimeouts: Timeouts = { firstByteMs: 60_000, idleMs: 180_000, totalMs: 600_000 }

/** Performs the call. @see ChatProvider.stream for what it yields and throws */
export async function* streamChat(
  call: ChatCall,
  signal: AbortSignal,
  options: ChatOptions
): AsyncGenerator<ChatEvent, void> {
  let requestId: string | null = null
  const failed = (details: FailureDetails) => new ProviderFailure(call.provider, { requestId, ...details })
  const deadline = new Deadline(options.timeouts ?? chatTimeouts, signal, (stage) =>
    failed({ kind: 'timeout', retryable: stage !== 'total', code: stage })
  )
  let body: BodyReader | undefined
  let ended = false
  try {
    const response = await perform(call, deadline, options.send)
    requestId = requestIdOf(response)
    if (!response.ok) {
      const failure = await failureOf(call, response, deadline)
      const refusal = call.refusalOf?.(failure.code)
      if (!refusal) throw failure
      yield refusal
      return
    }
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      void response.body?.cancel()
      throw failed({ kind: 'malformed', retryable: false, code: 'not an event stream' })
    }
    body = new BodyReader(response.body, deadline)
    const parser = new BatchParser(call.reader)
    while (!ended) {
      const bytes = await body.next()
      if (!bytes) throw failed({ kind: 'cut', retryable: true })
      const { pieces, end, error, progressed } = parser.parse(bytes)
      if (progressed) deadline.progress()
      yield* pieces
      if (error) throw failed(error)
      if (!end) continue
      ended = true
      yield end
    }
  } finally {
    deadline.stop()
    if (ended) void body?.drain()
    else body?.close()
  }
}
