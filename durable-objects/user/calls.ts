// All calls of a user's object. Every call may be repeated safely with the same arguments.
import type { MessageRow } from '#data/chats.ts'
import type { LooseMessage } from '#data/turns.ts'
import type { AnswerCalls } from '../answer/calls.ts'
import type { LimiterCalls } from '../limiter/calls.ts'
import type { SocketCalls } from '../sockets/calls.ts'
import type { WalletCalls } from '../wallet/calls.ts'

/** What the object has to hear because it keeps a copy of what D1 says. */
interface ChangeCalls {
  /** A session has ended: its pages are signed out, and its requests refused at once. */
  endSession(sessionId: string): Promise<void>
  /** Deletes a conversation. @returns whether the user had it */
  removeConversation(conversationId: number): Promise<boolean>
  /** Adds a message that belongs to no answer. @returns undefined when the user has no such conversation */
  addMessage(message: Omit<LooseMessage, 'userId'>): Promise<MessageRow | undefined>
}

export type UserCalls = WalletCalls & AnswerCalls & LimiterCalls & SocketCalls & ChangeCalls
