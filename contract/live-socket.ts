// The socket itself. In a file of its own, because an isolate that opens a socket does not need the schemas of its messages.
import type { LiveCommand, LiveMessage } from './live.ts'

/** The path of the socket; the ticket is the query parameter `ticket`. */
export const livePath = '/live'

export const ticketLifetimeSeconds = 30

/** Why the server closed a socket. */
export const closeCodes = {
  /** The session has ended: do not reconnect. */
  sessionEnded: 4401,
  /** The user has too many sockets; the oldest is closed. */
  tooMany: 4429
} as const

/** Exact bytes, so that the runtime can answer for a hibernating Durable Object without waking it. */
export const livePing = JSON.stringify({ type: 'ping' } satisfies LiveCommand)
export const livePong = JSON.stringify({ type: 'pong' } satisfies LiveMessage)
