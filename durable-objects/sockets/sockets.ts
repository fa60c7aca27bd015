// The open sockets of one user's pages, a part of the user's object. Sockets hibernate: an idle object costs nothing,
// and the runtime answers pings for it. Nothing may rely on them alone: a message sent while no socket is open is lost.
import type { LiveMessage } from '#contract/live.ts'
import { closeCodes, livePing, livePong, ticketLifetimeSeconds } from '#contract/live-socket.ts'
import type { Directory } from '#data/base/database.ts'
import { findSessions } from '#data/directory/sessions.ts'
import { isActiveSession } from '#domain/session.ts'
import { SocketTickets } from './tickets.ts'

/** More than the tabs and devices of one person; one socket more closes the oldest. */
const socketsMax = 10
/** How often sockets are checked against D1: a session may expire, or end while this object was unreachable. */
const sessionCheckMs = 10 * 60_000
const policyViolation = 1008

export class Sockets {
  readonly #ctx: DurableObjectState
  readonly #tickets: SocketTickets

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
    this.#tickets = new SocketTickets(ctx.storage)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(livePing, livePong))
  }

  issueTicket(sessionId: string): { ticket: string; expiresAt: number } {
    const now = Date.now()
    const expiresAt = now + ticketLifetimeSeconds * 1000
    return { ticket: this.#tickets.issue(sessionId, { now, expiresAt }), expiresAt }
  }

  /** Opens a socket for the ticket in the query; 401 when the ticket is unknown, used or expired. */
  open(request: Request): Response {
    const sessionId = this.#tickets.take(new URL(request.url).searchParams.get('ticket') ?? '', Date.now())
    if (sessionId === null) return new Response(null, { status: 401 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.#makeRoom()
    this.#ctx.acceptWebSocket(server, [sessionId])
    const now = Date.now()
    server.serializeAttachment({ openedAt: now, checkedAt: now } satisfies Times)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Sends the message to every open socket; without sockets it does nothing. */
  publish(message: LiveMessage): void {
    const sockets = this.#ctx.getWebSockets()
    if (sockets.length === 0) return
    const text = JSON.stringify(message)
    for (const socket of sockets) send(socket, text)
  }

  hasOpenPage(): boolean {
    return this.#ctx.getWebSockets().length > 0
  }

  /** Tells the sockets of a session that it has ended, and closes them. */
  endSession(sessionId: string): void {
    const text = JSON.stringify({ type: 'session-ended', sessionId } satisfies LiveMessage)
    for (const socket of this.#ctx.getWebSockets(sessionId)) {
      send(socket, text)
      close(socket, closeCodes.sessionEnded)
    }
    this.#tickets.forgetSession(sessionId)
  }

  /** The runtime answers pings, and our pages send nothing else, so a socket that sends another message is closed. */
  refuse(socket: WebSocket): void {
    close(socket, policyViolation)
  }

  nextDueAt(): number | null {
    const checked = this.#ctx.getWebSockets().map((socket) => timesOf(socket).checkedAt)
    return checked.length === 0 ? null : Math.min(...checked) + sessionCheckMs
  }

  /** Closes the sockets of sessions that have ended without telling this object. @throws what D1 threw */
  async performDue(directory: Directory, now: number): Promise<void> {
    const due = this.#ctx.getWebSockets().filter((socket) => timesOf(socket).checkedAt + sessionCheckMs <= now)
    const sessionIds = new Set(due.flatMap((socket) => this.#ctx.getTags(socket)))
    if (sessionIds.size === 0) return
    const found = await findSessions(directory, [...sessionIds])
    for (const session of found) if (isActiveSession(session, now)) sessionIds.delete(session.id)
    for (const socket of due) socket.serializeAttachment({ ...timesOf(socket), checkedAt: now })
    for (const sessionId of sessionIds) this.endSession(sessionId)
  }

  #makeRoom() {
    const sockets = this.#ctx.getWebSockets().toSorted((a, b) => timesOf(a).openedAt - timesOf(b).openedAt)
    for (const socket of sockets.slice(0, Math.max(0, sockets.length + 1 - socketsMax)))
      close(socket, closeCodes.tooMany)
  }
}

/** Kept with the socket, because the object leaves memory while its sockets stay open. */
interface Times {
  openedAt: number
  /** When its session was last found alive. */
  checkedAt: number
}

const timesOf = (socket: WebSocket): Times => socket.deserializeAttachment() as Times

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
