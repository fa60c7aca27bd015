// The calls of a Channel, which holds the open sockets of one user.
import type { LiveMessage } from '#contract/live.ts'

export interface ChannelCalls {
  /** A ticket that opens one socket for this session. */
  issueTicket(sessionId: string): Promise<{ ticket: string; expiresAt: number }>
  /** To every open socket of the user; nobody listening is fine. */
  publish(message: LiveMessage): Promise<void>
  /** Tells the sockets of a session that it has ended, and closes them. */
  endSession(sessionId: string): Promise<void>
}
