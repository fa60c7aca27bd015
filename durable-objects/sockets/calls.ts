// The calls about the open sockets of one user's pages.
import type { LiveMessage } from '#contract/live.ts'
import type { SessionCaller } from '#domain/caller.ts'
import type { AnswerRefusal, Asker } from '../answer/calls.ts'

export interface SocketCalls {
  /** A ticket that opens one socket for this session. */
  issueTicket(
    asker: Asker & { caller: SessionCaller }
  ): Promise<AnswerRefusal | { state: 'found'; ticket: string; expiresAt: number }>
  /** Sends the message to every open socket of the user; without sockets it does nothing. */
  publish(message: LiveMessage): Promise<void>
  /** Whether any page of the user is open and receives messages. */
  hasOpenPage(): Promise<boolean>
}
