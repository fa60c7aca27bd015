// All calls of a user's object. Every call may be repeated safely with the same arguments.
import type { MessageRow } from '#data/history/chats.ts'
import type { LooseMessage } from '#data/history/turns.ts'
import type { AnswerCalls, AnswerRefusal, Asker, UnsavedTurn } from '../answer/calls.ts'
import type { LimiterCalls } from '../limiter/calls.ts'
import type { SocketCalls } from '../sockets/calls.ts'
import type { HistoryPage, OperationSteps, WalletCalls, WalletHistory, WalletView } from '../wallet/calls.ts'

/** Reads for a request of the user, whose session and limit are checked in the same call. */
interface OwnReads {
  /** Whether the user may read something that this object does not have. */
  admitRead(asker: Asker): Promise<AnswerRefusal | { state: 'found' }>
  readBalance(asker: Asker): Promise<AnswerRefusal | { state: 'found'; account: WalletView }>
  readHistory(asker: Asker, page: HistoryPage): Promise<AnswerRefusal | { state: 'found'; history: WalletHistory }>
  readOperation(asker: Asker, id: string): Promise<AnswerRefusal | { state: 'found'; operation: OperationSteps | null }>
  /** Oldest first. */
  readUnsavedTurns(
    asker: Asker,
    conversationId: number
  ): Promise<AnswerRefusal | { state: 'found'; turns: UnsavedTurn[] }>
}

/** What the object has to hear because it keeps a copy of what D1 says. */
interface ChangeCalls {
  /** A session has ended: its pages are signed out, its streams end, and its requests are refused at once. */
  endSession(sessionId: string): Promise<void>
  /** Deletes a conversation. @returns whether the user had it */
  removeConversation(conversationId: number): Promise<boolean>
  /** Adds a message that belongs to no answer. @returns undefined when the user has no such conversation */
  addMessage(message: Omit<LooseMessage, 'userId'>): Promise<MessageRow | undefined>
}

export type UserCalls = WalletCalls & OwnReads & AnswerCalls & LimiterCalls & SocketCalls & ChangeCalls
