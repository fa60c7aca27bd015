// The calls of a Channel, which holds the open sockets of one user.
import type { LiveMessage } from '#contract/live.ts'

export interface ChannelCalls {
  /** A ticket that opens one socket for this session. */
  issueTicket(sessionId: string): Promise<{ ticket: string; expiresAt: number }>
  /** Sends the message to every open socket of the user; without sockets it does nothing. */
  publish(message: LiveMessage): Promise<void>
  /** Tells the sockets of a session that it has ended, and closes them. */
  endSession(sessionId: string): Promise<void>
}
