// The open sockets of one user's pages. Sockets hibernate: an idle object costs nothing, and the runtime answers pings
// for it. Nothing may rely on it alone: a message sent while no socket is open is lost.
import { DurableObject } from 'cloudflare:workers'
import { closeCodes, type LiveMessage, livePing, livePong, ticketLifetimeSeconds } from '#contract/live.ts'
import { openDatabase } from '#data/database.ts'
import { findSessions } from '#data/sessions.ts'
import { isActiveSession } from '#domain/session.ts'
import type { ChannelCalls } from './calls.ts'
import { ChannelTickets } from './tickets.ts'
import { nameOf, report } from '#notices/report.ts'

/** More than the tabs and devices of one person; one socket more closes the oldest. */
const socketsMax = 10
/** How often sockets are checked against D1: a session may expire, or end while this object was unreachable. */
const sessionCheckMs = 10 * 60_000
const policyViolation = 1008

export class Channel extends DurableObject<Env> implements ChannelCalls {
  readonly #tickets = new ChannelTickets(this.ctx.storage)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(livePing, livePong))
  }

  async issueTicket(sessionId: string): Promise<{ ticket: string; expiresAt: number }> {
    const expiresAt = Date.now() + ticketLifetimeSeconds * 1000
    const ticket = this.#tickets.issue(sessionId, expiresAt)
    await this.#arm()
    return { ticket, expiresAt }
  }

  /** Opens a socket for the ticket in the query; 401 when the ticket is unknown, used or expired. */
  override async fetch(request: Request): Promise<Response> {
    const sessionId = this.#tickets.take(new URL(request.url).searchParams.get('ticket') ?? '', Date.now())
    if (sessionId === null) return new Response(null, { status: 401 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.#makeRoom()
    this.ctx.acceptWebSocket(server, [sessionId])
    server.serializeAttachment(Date.now())
    await this.#arm()
    return new Response(null, { status: 101, webSocket: client })
  }

  async publish(message: LiveMessage): Promise<void> {
    const text = JSON.stringify(message)
    for (const socket of this.ctx.getWebSockets()) send(socket, text)
  }

  async endSession(sessionId: string): Promise<void> {
    const text = JSON.stringify({ type: 'session-ended', sessionId } satisfies LiveMessage)
    for (const socket of this.ctx.getWebSockets(sessionId)) {
      send(socket, text)
      close(socket, closeCodes.sessionEnded)
    }
    this.#tickets.forgetSession(sessionId)
  }

  /** The runtime answers pings, and our pages send nothing else, so any other message closes the socket. */
  override webSocketMessage(socket: WebSocket) {
    close(socket, policyViolation)
  }

  override webSocketError(socket: WebSocket) {
    close(socket, policyViolation)
  }

  override async alarm() {
    this.#tickets.forgetExpired(Date.now())
    try {
      await this.#endDeadSessions()
    } catch (error) {
      report(this.ctx.id.name ?? '', { event: 'channel-check-failed', error: nameOf(error) })
    }
    await this.#arm()
  }

  async #endDeadSessions(): Promise<void> {
    const sessionIds = new Set(this.ctx.getWebSockets().flatMap((socket) => this.ctx.getTags(socket)))
    if (sessionIds.size === 0) return
    const found = await findSessions(openDatabase(this.env.DB), [...sessionIds])
    for (const session of found) if (isActiveSession(session, Date.now())) sessionIds.delete(session.id)
    await Promise.all([...sessionIds].map((sessionId) => this.endSession(sessionId)))
  }

  #makeRoom() {
    const sockets = this.ctx.getWebSockets().toSorted((a, b) => openedAt(a) - openedAt(b))
    for (const socket of sockets.slice(0, Math.max(0, sockets.length + 1 - socketsMax)))
      close(socket, closeCodes.tooMany)
  }

  async #arm() {
    const isIdle = this.ctx.getWebSockets().length === 0 && this.#tickets.isEmpty()
    // An object without rows takes no storage.
    if (isIdle) await this.ctx.storage.deleteAll()
    else if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + sessionCheckMs)
  }
}

const openedAt = (socket: WebSocket): number => Number(socket.deserializeAttachment())

/** Sending to a socket that is closing throws; its page reads the current state when it reconnects. */
function send(socket: WebSocket, text: string) {
  try {
    socket.send(text)
  } catch {
    close(socket, policyViolation)
  }
}

function close(socket: WebSocket, code: number) {
  try {
    socket.close(code)
  } catch {
    // The socket is closed already.
  }
}
