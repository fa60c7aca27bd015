// One call of a media upstream: what is common to them all, from the log to a connection that breaks.
import { createPace } from '../clock.ts'
import { parseJson } from '../json.ts'
import { namesOf } from '../scopes.ts'
import { takeMediaFault } from '../controls.ts'
import { rejectWhenAborted } from '../text/body.ts'
import { abridged, abridgedForm } from './abridged.ts'
import { mediaFaultNamed } from './faults.ts'
import { fileResponse } from './file-response.ts'
import { LATE_MS } from './tasks.ts'
import type { Call } from '../calls.ts'
import type { CallControls } from '../controls.ts'
import type { Context } from 'hono'
import type { MediaFault } from './faults.ts'
import type { MediaFile } from './links.ts'
import type { Pace } from '../clock.ts'
import type { SandboxEnvironment, SandboxState } from '../state.ts'

// What a proxy notes when the client left first; nobody reads it.
const CLIENT_LEFT_STATUS = 499
const LATENCY_MS = 150

/** Unwinds a handler that has no connection to destroy. */
class ConnectionCut extends Error {}

export class MediaExchange {
  readonly state: SandboxState
  readonly provider: string
  /** Scheme, host and port under which the client knows the sandbox. */
  readonly origin: string
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly signal: AbortSignal
  readonly call: Call
  readonly #context: Context<SandboxEnvironment>
  readonly #pace: Pace

  constructor(state: SandboxState, provider: string, c: Context<SandboxEnvironment>) {
    const url = new URL(c.req.url)
    this.state = state
    this.provider = provider
    this.origin = url.origin
    this.headers = c.req.raw.headers
    this.query = url.searchParams
    this.signal = c.req.raw.signal
    this.call = state.calls.begin(provider, c.req.path, state.clock.now())
    this.#context = c
    this.#pace = createPace(state.clock, () => state.controls.speed, this.signal)
  }

  /** A part of the path, by its name in the route. */
  parameter(name: string): string {
    return this.#context.req.param(name) ?? ''
  }

  /** The switches that this call heeds; known once its body was read. */
  get controls(): CallControls {
    return this.state.scopes.of(namesOf(this.call.path, this.headers, this.call.body))
  }

  /** The body as JSON, logged without its files; undefined when it is none. */
  async readJson(): Promise<unknown> {
    const body = parseJson(await this.#context.req.text())
    this.call.body = abridged(body) ?? null
    return body
  }

  /** The body as a multipart form, logged without its files; null when it is none. */
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
   * For a request without a mistake: waits the way to the upstream and decides which fault it gets, by a word in the
   * prompt or, without one, by the fault that is set for all.
   */
  async accept(model: string, prompt: string): Promise<MediaFault | null> {
    const words = Array.from(prompt.matchAll(/\[сбой:[^\]]*\]/gi), ([word]) => mediaFaultNamed(word))
    const fault = words.find((named) => named !== undefined) ?? takeMediaFault(this.controls)
    Object.assign(this.call, { model, fault })
    await this.wait(LATENCY_MS)
    return fault
  }

  /** Real milliseconds, divided by the speed in force. */
  async wait(durationMs: number): Promise<void> {
    await this.#pace.wait(durationMs)
  }

  /**
   * The work of an upstream that answers with the result itself: takes its time and counts as running meanwhile. Does
   * not return when the fault leaves the client without an answer.
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

  /** For work that was accepted: breaks the connection or keeps silent, where the fault says so. */
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
  replyFile({ bytes, type }: MediaFile, headers: Readonly<Record<string, string>> = {}): Response {
    this.#note(200)
    return fileResponse(bytes, type, headers)
  }

  /** The connection is gone; by our own fault when it was cut. */
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

/** The handler of one call. A cut without a socket, as in a test, answers `Response.error()`. */
export function serveMedia(
  state: SandboxState,
  provider: string,
  handle: (exchange: MediaExchange) => Promise<Response>
) {
  return async (c: Context<SandboxEnvironment>): Promise<Response> => {
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
}
