import { abridged } from '../media/abridged.ts'
import { createPace } from '../clock.ts'
import { faultWords } from '../faults.ts'
import { parseJson } from '../json.ts'
import { namesOf } from '../scopes.ts'
import { takeTextFault } from '../controls.ts'
import { FIRST_BYTE_MS, SLOW_FIRST_BYTE_MS, playStream, playWhole } from './play.ts'
import { planAnswer } from './answer.ts'
import { isTitleRequest } from './title.ts'
import { isTranslation } from './translation/request.ts'
import { begun, bodyOf, rejectWhenAborted } from './body.ts'
import type { Call } from '../calls.ts'
import type { Context } from 'hono'
import type { ErrorReply, TextRequest, TextUpstream } from './upstream.ts'
import type { SandboxEnvironment, SandboxState } from '../state.ts'
import type { TextFault } from '../faults.ts'

// The status that nginx logs when the client disconnects first; it is never sent.
const CLIENT_LEFT_STATUS = 499
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
export function serveText(state: SandboxState, upstream: TextUpstream) {
  return async (c: Context<SandboxEnvironment>): Promise<Response> => {
    const call = state.calls.begin(upstream.provider, c.req.path, state.clock.now())
    const requestId = `req_${crypto.randomUUID().replaceAll('-', '')}`
    const headers = upstream.headersOf(requestId, state.clock.now())
    const body = parseJson(await c.req.text())
    call.body = abridged(body) ?? null

    const reading = upstream.read(c.req.raw.headers, body, requestId)
    if (reading.kind === 'rejected') return sendError(call, reading.reply, headers)

    const { request } = reading
    const isOurs = isTranslation(request) || isTitleRequest(request)
    const words = isOurs ? { fault: null, unknown: null } : faultWords(request.conversation.prompt)
    const controls = () => state.scopes.of(namesOf(c.req.path, c.req.raw.headers, body))
    const fault = words.fault ?? takeTextFault(controls())
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
  state: SandboxState,
  upstream: TextUpstream,
  { call, request, requestId, headers, fault, unknownWord, release }: Exchange,
  { socket, departed, signal }: Connection
): Promise<Response> {
  const pace = createPace(state.clock, () => state.controls.speed, signal)
  await pace.wait(fault === 'slow-start' ? SLOW_FIRST_BYTE_MS : FIRST_BYTE_MS)
  const reply = fault === null ? null : upstream.replyTo(faultOf(fault, request), request, requestId)
  if (reply !== null) return sendError(call, reply, headers)

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
  const chunks = request.stream ? playStream(performance) : await begun(playWhole(performance))
  call.status = 200
  const contentType = request.stream ? 'text/event-stream; charset=utf-8' : 'application/json'
  return new Response(bodyOf(chunks, call, departed), { headers: { ...headers, 'content-type': contentType } })
}

// Without streaming an answer cannot fail midway, so the fault becomes an error response.
function faultOf(fault: TextFault, request: TextRequest): TextFault {
  if (request.stream) return fault
  if (fault === 'failed') return 'server-error'
  return fault === 'limited-midway' ? 'rate-limit' : fault
}

function sendError(call: Call, reply: ErrorReply, headers: Record<string, string>): Response {
  Object.assign(call, { status: reply.status, outcome: call.fault === 'moderation' ? 'refused' : 'error' })
  return Response.json(reply.body, { status: reply.status, headers: { ...headers, ...reply.headers } })
}
