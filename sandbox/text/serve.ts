import type { Context } from 'hono'
import { abridged, type Call } from '../base/calls.ts'
import { createPace, rejectWhenAborted } from '../base/clock.ts'
import { faultWords, TEXT_FAULTS, type TextFault } from '../base/faults.ts'
import { parseJson } from '../base/json.ts'
import { namesOf } from '../base/scopes.ts'
import { takeFault } from '../base/controls.ts'
import { FIRST_BYTE_MS, SLOW_FIRST_BYTE_MS, playStream } from './play.ts'
import { planAnswer } from './answer/answer.ts'
import { isOwnRequest } from './answer/own-requests.ts'
import type { ErrorReply } from '../base/replies.ts'
import type { TextRequest, TextUpstream } from './answer/upstream.ts'
import type { BaseState, SandboxEnvironment } from '../base/state.ts'

// The status that nginx logs when the client disconnects first; it is never sent.
const CLIENT_LEFT_STATUS = 499
/** The product asks for nothing else. */
const ONLY_STREAMS: ErrorReply = {
  status: 400,
  body: { error: { message: 'The sandbox answers only with "stream": true.' } }
}
/** How often a paused answer checks the switch. */
const RELEASE_MS = 50

interface Exchange {
  call: Call
  request: TextRequest
  requestId: string
  headers: Record<string, string>
  fault: TextFault | null
  unknownWord: string | null
  release(): Promise<void>
}

interface Connection {
  socket: { destroy(): unknown } | null | undefined
  departed: AbortController
  signal: AbortSignal
}

/** Makes the route handler of a text upstream. */
export function serveText(state: BaseState, upstream: TextUpstream) {
  return async (c: Context<SandboxEnvironment>): Promise<Response> => {
    const call = state.calls.begin(upstream.provider, c.req.path, state.clock.now())
    const requestId = `req_${crypto.randomUUID().replaceAll('-', '')}`
    const headers = upstream.headersOf(requestId, state.clock.now())
    const body = parseJson(await c.req.text())
    call.body = abridged(body) ?? null

    const reading = upstream.read(c.req.raw.headers, body, requestId)
    if (reading.kind === 'rejected') return sendError(call, reading.reply, headers)

    const { request } = reading
    const words = isOwnRequest(request)
      ? { fault: null, unknown: null }
      : faultWords(TEXT_FAULTS, request.conversation.prompt)
    const controls = () => state.scopes.of(namesOf(c.req.path, c.req.raw.headers, body))
    const fault = words.fault ?? takeFault(controls(), 'fault')
    Object.assign(call, { model: request.model, fault })
    const departed = new AbortController()
    const signal = AbortSignal.any([c.req.raw.signal, departed.signal])
    const release = async () => {
      while (controls().paused) await state.clock.wait(RELEASE_MS, signal)
    }
    const exchange = { call, request, release, requestId, headers, fault, unknownWord: words.unknown }
    try {
      return await perform(state, upstream, exchange, { socket: c.env?.outgoing?.socket, departed, signal })
    } catch (error) {
      if (!signal.aborted) throw error
      Object.assign(call, { status: CLIENT_LEFT_STATUS, outcome: 'aborted' })
      return new Response(null, { status: CLIENT_LEFT_STATUS })
    }
  }
}

async function perform(
  state: BaseState,
  upstream: TextUpstream,
  { call, request, requestId, headers, fault, unknownWord, release }: Exchange,
  { socket, departed, signal }: Connection
): Promise<Response> {
  const pace = createPace(state.clock, () => state.controls.speed, signal)
  if (fault === 'no-answer') return rejectWhenAborted(signal)
  await pace.wait(fault === 'slow-start' ? SLOW_FIRST_BYTE_MS : FIRST_BYTE_MS)
  if (fault === 'page' || fault === 'bad-gateway') return sendPage(call, fault === 'page' ? 200 : 502, headers)
  const reply = fault === null ? null : upstream.replyTo(fault, request, requestId)
  if (reply !== null) return sendError(call, reply, headers)
  if (request.body['stream'] !== true) return sendError(call, ONLY_STREAMS, headers)

  const answer = planAnswer(request, fault, unknownWord, state.clock.now())
  const departure = () => rejectWhenAborted(signal)
  const cut = async () => {
    // Lets the chunks already written reach the network before the socket is destroyed.
    await state.clock.wait(1, signal)
    call.outcome = 'cut'
    if (!socket) throw new Error('The sandbox cut the connection.')
    socket.destroy()
    return await departure()
  }
  const performance = { writer: upstream.write(request, answer), answer, fault, pace, release, call, cut, departure }
  const chunks = playStream(performance)
  call.status = 200
  const contentType = 'text/event-stream; charset=utf-8'
  return new Response(bodyOf(chunks, call, departed), { headers: { ...headers, 'content-type': contentType } })
}

/** What a proxy in between answers in place of the supplier. */
function sendPage(call: Call, status: number, headers: Record<string, string>): Response {
  Object.assign(call, { status, outcome: 'error' })
  const page = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`
  return new Response(page, { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
}

function sendError(call: Call, reply: ErrorReply, headers: Record<string, string>): Response {
  Object.assign(call, { status: reply.status, outcome: call.fault === 'moderation' ? 'refused' : 'error' })
  return Response.json(reply.body, { status: reply.status, headers: { ...headers, ...reply.headers } })
}

/**
 * A response body made of the chunks. A chunk is produced only when the reader asks for it, so the log shows what was
 * read; a reader that leaves stops the generation at once.
 */
function bodyOf(chunks: AsyncGenerator<string>, call: Call, departed: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const noteDeparture = () => {
    if (call.outcome === 'running') call.outcome = 'aborted'
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          noteDeparture()
          controller.error(error)
        }
      },
      cancel() {
        noteDeparture()
        departed.abort()
      }
    },
    { highWaterMark: 0 }
  )
}
