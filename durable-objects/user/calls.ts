// All calls of a user's object. Which may be repeated with the same arguments: `MayRepeat` in stubs.ts.
import type { Budgets } from '#contract/budgets.ts'
import type { ChatSettings } from '#contract/chat-settings.ts'
import type { Conversation } from '#contract/chats.ts'
import type { AddedWorks, WorksOrder } from '#data/history/cards.ts'
import type { ChatSettingsChange } from '#data/history/chat-settings.ts'
import type { MessageRow } from '#data/history/message-paths.ts'
import type { Instructed } from '#data/history/roles.ts'
import type { LooseMessage } from '#data/history/turns.ts'
import type { BucketRule } from '#domain/bucket.ts'
import type { AnswerCalls, AnswerRefusal, Asker, UnsavedTurn } from '../answer/calls.ts'
import type { KeyCalls } from '../keys/calls.ts'
import type { ApiCalls } from './begin-call.ts'
import type { LimiterCalls } from '../limiter/calls.ts'
import type { SearchHits, SearchQuery, JobHits } from '../search/calls.ts'
import type { SocketCalls } from '../sockets/calls.ts'
import type { MeteringCalls } from '../metering/calls.ts'
import type { GivenTokens } from '../wallet/journal-sums.ts'
import type { TakeTokensCommand, TakeTokensResult } from '../wallet/taking.ts'
import type { BudgetCalls } from '../wallet/budget-calls.ts'
import type { BackupCalls } from '../wallet/backup-calls.ts'
import type {
  CreditCommand,
  HistoryPage,
  OperationSteps,
  WalletCalls,
  WalletHistory,
  WalletView
} from '../wallet/calls.ts'

/** Reads for a request of the user, whose session and limit are checked in the same call. */
interface OwnReads {
  /** Whether the user may read something that this object does not have. @returns also where answers are written now */
  admitRead(asker: Asker): Promise<AnswerRefusal | { state: 'found'; running: number[] }>
  readBalance(asker: Asker): Promise<AnswerRefusal | { state: 'found'; account: WalletView; isFrozen: boolean }>
  readBudgets(asker: Asker): Promise<AnswerRefusal | { state: 'found'; budgets: Budgets }>
  readHistory(asker: Asker, page: HistoryPage): Promise<AnswerRefusal | { state: 'found'; history: WalletHistory }>
  readOperation(asker: Asker, id: string): Promise<AnswerRefusal | { state: 'found'; operation: OperationSteps | null }>
  /** Oldest first. */
  readUnsavedTurns(
    asker: Asker,
    conversationId: number
  ): Promise<AnswerRefusal | { state: 'found'; turns: UnsavedTurn[] }>
  /** Where words are found in the user's chats. */
  readHits(asker: Asker, query: SearchQuery): Promise<AnswerRefusal | { state: 'found'; hits: SearchHits }>
  /** Which of the user's works have these words of `queryWords` in their prompts. */
  readJobHits(asker: Asker, words: readonly string[]): Promise<AnswerRefusal | { state: 'found'; hits: JobHits }>
}

/** Changes of conversations, whose turns and texts the object keeps. */
interface ChatCalls {
  /** Deletes a conversation. @returns whether the user had it */
  removeConversation(conversationId: number): Promise<boolean>
  /** Deletes a conversation in which nothing was said. @returns whether there was one */
  removeEmptyConversation(conversationId: number): Promise<boolean>
  /**
   * @param from the title that it must still have; undefined: any
   * @returns the conversation with its new title; undefined when the user has no such conversation
   */
  retitleConversation(conversationId: number, title: string, from?: string): Promise<Conversation | undefined>
  /** Shows another version of a message. @returns whether the user has such a message in such a conversation */
  showVersion(shown: { conversationId: number; messageId: number }): Promise<boolean>
  /** Adds a message that belongs to no answer. @returns undefined when the user has no such conversation */
  addMessage(message: Omit<LooseMessage, 'userId'>): Promise<MessageRow | undefined>
  /** Adds jobs together with their card in a conversation; without the card, when the user has no such conversation. */
  addWorks(order: WorksOrder): Promise<AddedWorks>
  /** Something of a project, or the folder of a conversation, changes or has changed. @param fileIds of files that were taken out */
  forgetProjects(fileIds: readonly string[]): Promise<void>
  /** Sets the instruction of a conversation. @returns undefined when the user has no such conversation */
  changeInstruction(conversationId: number, to: Instructed): Promise<Instructed | undefined>
  /** Changes what the user decides about a conversation. @returns undefined when the user has no such conversation */
  changeChatSettings(conversationId: number, change: ChatSettingsChange): Promise<ChatSettings | undefined>
}

/** Changes that the object must learn of, because it keeps a copy of rows of D1. */
interface ChangeCalls {
  /** A session has ended: its pages are signed out, its streams end, and its requests are refused at once. */
  endSession(sessionId: string): Promise<void>
  /** Something about the account has changed: the cached rows are read anew. */
  forgetCallers(): Promise<void>
  /** A work is deleted in D1: its words, if the search has copied them, are forgotten too. */
  forgetJob(operationId: string): Promise<void>
  /** All texts of the user are erased in D1: those that the search has copied are forgotten too. */
  forgetTexts(): Promise<void>
}

interface TakingCalls {
  /** Puts back unused tokens that `take` took with this rule. The only call that must not be repeated. */
  giveBack(rule: BucketRule): Promise<void>
  /** Takes tokens for an operator; `insufficient`: the user has fewer, and none are taken. */
  takeTokens(command: TakeTokensCommand): Promise<TakeTokensResult>
  /** Takes what is available, at most the amount, once for one id; nothing from a frozen wallet. */
  takeUpTo(command: CreditCommand): Promise<{ takenTokens: number }>
  /** What was given and taken without work, and how much of it was used. */
  given(): Promise<GivenTokens & { usedTokens: number }>
}

export type UserCalls = TakingCalls &
  KeyCalls &
  ApiCalls &
  BudgetCalls &
  WalletCalls &
  MeteringCalls &
  BackupCalls &
  OwnReads &
  AnswerCalls &
  LimiterCalls &
  SocketCalls &
  ChatCalls &
  ChangeCalls
