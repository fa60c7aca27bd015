// One call of a media upstream: what all media upstreams share, from logging the call to cutting its connection.
import { createPace, rejectWhenAborted, type Pace } from '../base/clock.ts'
import { parseJson } from '../base/json.ts'
import { namesOf } from '../base/scopes.ts'
import { takeFault, type CallControls } from '../base/controls.ts'
import { abridged, abridgedForm, type Call } from '../base/calls.ts'
import { faultWords } from '../base/faults.ts'
import { MEDIA_FAULTS, type MediaFault } from '../base/media-faults.ts'
import { fileResponse, type MediaFile } from './links.ts'
import { LATE_MS } from './tasks.ts'
import type { Context, Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { MediaState } from './state.ts'

// The status that nginx logs when the client disconnects first; it is never sent.
const CLIENT_LEFT_STATUS = 499
const LATENCY_MS = 150

/** Ends a handler that should cut the connection but has no socket, as in a test. */
class ConnectionCut extends Error {}

export class MediaExchange {
  readonly state: MediaState
  readonly provider: string
  /** Where the client reached the sandbox: scheme, host and port, and the path of another account. */
  readonly origin: string
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly signal: AbortSignal
  readonly call: Call
  readonly #context: Context<SandboxEnvironment>
  readonly #pace: Pace

  constructor(state: MediaState, provider: string, c: Context<SandboxEnvironment>) {
    const url = new URL(c.req.url)
    this.state = state
    this.provider = provider
    this.origin = `${url.origin}${state.under}`
    this.headers = c.req.raw.headers
    this.query = url.searchParams
    this.signal = c.req.raw.signal
    this.call = state.calls.begin(provider, c.req.path, state.clock.now())
    this.#context = c
    this.#pace = createPace(state.clock, () => state.controls.speed, this.signal)
  }

  /** A path parameter of the route. */
  parameter(name: string): string {
    return this.#context.req.param(name) ?? ''
  }

  /** The switches that apply to this call; known once its body is read. */
  get controls(): CallControls {
    return this.state.scopes.of(namesOf(this.call.path, this.headers, this.call.body))
  }

  /** The body as JSON, logged without file contents; undefined if it is not JSON. */
  async readJson(): Promise<unknown> {
    const body = parseJson(await this.#context.req.text())
    this.call.body = abridged(body) ?? null
    return body
  }

  /** The body as a multipart form, logged without file contents; null if it is not a form. */
  async readForm(): Promise<FormData | null> {
    if (!this.headers.get('content-type')?.startsWith('multipart/form-data')) return null
    try {
      const form = await this.#context.req.raw.formData()
      this.call.body = abridgedForm(form)
      return form
    } catch {
      return null
    }
  }

  /**
   * Call it once the request is validated: waits for the network latency and returns the fault that the request gets,
   * either from a word in its prompt or from the global switch.
   */
  async accept(model: string, prompt: string): Promise<MediaFault | null> {
    const fault = faultWords(MEDIA_FAULTS, prompt).fault ?? takeFault(this.controls, 'mediaFault')
    Object.assign(this.call, { model, fault })
    await this.wait(LATENCY_MS)
    return fault
  }

  /** @param durationMs at the pace of the real upstream; divided by the current speed */
  async wait(durationMs: number): Promise<void> {
    await this.#pace.wait(durationMs)
  }

  /**
   * Simulates the work of an upstream whose response is the result: waits, and is counted as running meanwhile. Rejects
   * instead of returning if the fault leaves the client without an answer.
   */
  async work(durationMs: number, fault: MediaFault | null): Promise<void> {
    const leave = this.state.tasks.enter(this.provider)
    try {
      if (fault === 'endless') await rejectWhenAborted(this.signal)
      await this.wait(fault === 'late' ? LATE_MS : durationMs)
      await this.loseAnswer(fault)
    } finally {
      leave()
    }
  }

  /** After the work was accepted: cuts the connection or never answers, if the fault says so. */
  async loseAnswer(fault: MediaFault | null): Promise<void> {
    if (fault === 'silence') await rejectWhenAborted(this.signal)
    if (fault !== 'cut') return
    this.call.outcome = 'cut'
    const socket = this.#context.env?.outgoing?.socket
    if (!socket) throw new ConnectionCut('The sandbox cut the connection.')
    socket.destroy()
    await rejectWhenAborted(this.signal)
  }

  /** Ends the call with JSON. */
  reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
    this.#note(status)
    return Response.json(body, { status, headers })
  }

  /** Ends the call without a body. */
  replyNothing(): Response {
    this.#note(204)
    return new Response(null, { status: 204 })
  }

  /** Ends the call with the bytes of a file. */
  replyFile(file: MediaFile, headers: Readonly<Record<string, string>> = {}): Response {
    this.#note(200)
    return fileResponse(file, headers)
  }

  /** Logs that the connection is gone: cut by the sandbox's own fault, or closed by the client. */
  noteDeparture(): void {
    const { call } = this
    Object.assign(call, { status: CLIENT_LEFT_STATUS, outcome: call.outcome === 'cut' ? 'cut' : 'aborted' })
  }

  #note(status: number): void {
    const isRefused = this.call.fault === 'moderation' || this.call.fault === 'moderation-later'
    const failed = isRefused ? 'refused' : 'error'
    Object.assign(this.call, { status, outcome: status < 300 ? 'completed' : failed })
  }
}

export type Mount = (app: Hono<SandboxEnvironment>, state: MediaState) => void

/** Makes route handlers of a provider's. A cut without a socket, as in a test, answers `Response.error()`. */
export const serveMedia =
  (state: MediaState, provider: string) =>
  (handle: (exchange: MediaExchange) => Response | Promise<Response>) =>
  async (c: Context<SandboxEnvironment>): Promise<Response> => {
    const exchange = new MediaExchange(state, provider, c)
    try {
      return await handle(exchange)
    } catch (error) {
      if (error instanceof ConnectionCut) return Response.error()
      if (!exchange.signal.aborted) throw error
      exchange.noteDeparture()
      return new Response(null, { status: CLIENT_LEFT_STATUS })
    }
  }
