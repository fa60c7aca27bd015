// Runs one streamed answer for any chat provider and detects every way in which it can fail. This is the hottest code
// of the product: each delta costs one JSON.parse and no schema check.
import { BatchParser } from './batch-parser.ts'
import type { Batch } from './batch-parser.ts'
import { BodyReader } from '../http/body.ts'
import { Deadline } from '../http/deadline.ts'
import type { Timeouts } from '../http/deadline.ts'
import type { EventReader } from './event-reader.ts'
import { ProviderFailure } from '../http/failure.ts'
import type { FailureDetails } from '../http/failure.ts'
import { failureOf, perform, requestIdOf } from '../http/http.ts'
import type { Send, UpstreamCall } from '../http/http.ts'
import type { ChatEnd, ChatEvent, ChatRequest } from './provider.ts'

export interface ChatCall extends UpstreamCall {
  request: ChatRequest
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
export const chatTimeouts = { firstWordMs: 180_000, idleMs: 180_000, totalMs: 600_000 } satisfies Timeouts

/** How long a complete answer is kept open for its usage, where a provider closes its connection late or never. */
const afterwordMs = 3000

/** Whether the body can be an answer: events, or JSON for a reader that takes whole answers. */
function isAnswer(response: Response, reader: EventReader): boolean {
  const type = response.headers.get('content-type') ?? ''
  return reader.ending ? !type.startsWith('text/html') : type.startsWith('text/event-stream')
}

/** How long an answer that a stop text has ended is read on for its usage, which comes with the supplier's own end. */
const afterStopMs = 1500

/** The next bytes; null at the end, and when a complete answer is followed by silence. */
const nextOf = (body: BodyReader, { ending }: EventReader): Promise<Uint8Array | null> =>
  ending?.() ? nextWithin(body, afterwordMs) : body.next()

/** Null: at the end, or nothing has come in time. */
async function nextWithin(body: BodyReader, withinMs: number): Promise<Uint8Array | null> {
  const silence = Promise.withResolvers<null>()
  const timer = setTimeout(() => silence.resolve(null), Math.max(0, withinMs))
  try {
    return await Promise.race([body.next(), silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

function note(progress: Batch['progress'], deadline: Deadline): void {
  if (progress === 'word') deadline.word()
  else if (progress === 'work') deadline.work()
  else if (progress === 'events') deadline.event()
}

/** The end of an answer after a stop text: with what the supplier has counted, if it says so soon. */
async function stoppedEnd(
  body: BodyReader,
  parser: BatchParser,
  { end, stopText }: Pick<Batch, 'end' | 'stopText'>,
  { model }: ChatRequest
): Promise<ChatEnd> {
  const until = Date.now() + afterStopMs
  let last = end
  while (!last) {
    const bytes = await nextWithin(body, until - Date.now()).catch(() => null)
    if (!bytes) break
    const batch = parser.parse(bytes)
    last = batch.end
    if (batch.error || batch.isOver) break
  }
  return {
    type: 'end',
    reason: 'complete',
    ...(stopText !== null && { stopText }),
    upstreamModel: last?.upstreamModel ?? model,
    usage: last?.usage ?? null
  }
}

/** Performs the call. @see ChatProvider.stream for what it yields and throws */
export async function* streamChat(
  call: ChatCall,
  signal: AbortSignal,
  options: ChatOptions
): AsyncGenerator<ChatEvent, void> {
  const { request, reader } = call
  let requestId: string | null = null
  const failed = (details: FailureDetails) => new ProviderFailure(call.provider, { requestId, ...details })
  const timeouts = {
    ...(options.timeouts ?? chatTimeouts),
    ...(request.firstWordMs && { firstWordMs: request.firstWordMs })
  }
  const deadline = new Deadline(timeouts, signal, (stage) =>
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
    if (!response.body || !isAnswer(response, reader)) {
      void response.body?.cancel()
      throw failed({ kind: 'malformed', retryable: false, code: 'not an event stream' })
    }
    body = new BodyReader(response.body, deadline)
    const parser = new BatchParser(reader, request)
    while (!ended) {
      const bytes = await nextOf(body, reader)
      const { pieces, end, error, isOver, cut, stopText, progress } = bytes ? parser.parse(bytes) : parser.finish()
      note(progress, deadline)
      // Not `yield*`, which makes two more promises for each.
      for (const piece of pieces) yield piece
      if (error) throw failed(error)
      if (cut === 'complete') return yield await stoppedEnd(body, parser, { end, stopText }, request)
      if (cut) return yield { type: 'end', reason: cut, upstreamModel: request.model, usage: null }
      const last = end ?? (isOver ? reader.ending?.() : null)
      if (isOver && !last) throw failed({ kind: 'cut', retryable: true })
      if (!last) continue
      ended = true
      yield last
    }
  } finally {
    deadline.stop()
    if (ended) void body?.drain()
    else body?.close()
  }
}
