import type { LiveMessage } from '#contract/live.ts'
import type { SentTurn } from '#domain/conversation-context.ts'
import type { Environment } from '#domain/environment.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import type { ProviderFailure } from '#providers/http/failure.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { AnswerRequest } from './calls.ts'
import type { AnswerContent } from './chunk.ts'
import type { AnswerRow } from './store.ts'

/** What a user's answers need of the object that they are a part of. */
export interface AnswerSurroundings {
  storage: DurableObjectStorage
  userId: () => string
  wallet: Wallet
  environment: () => Environment
  /** Keeps the object in memory while this runs. */
  waitUntil: (work: Promise<void>) => void
  publish: (message: LiveMessage) => void
  /** Saves an ended answer in D1. @param isRepeated an earlier attempt failed @throws what D1 threw */
  save: (row: AnswerRow, content: AnswerContent, isRepeated: boolean) => Promise<void>
  /** The turns with what their files say. @throws AttachmentLost, or what R2 threw */
  readFiles: (turns: readonly SentTurn[]) => Promise<ChatTurn[]>
  /** Notes that our account at this provider has no money. Never throws. */
  onUnpaid: (failure: ProviderFailure) => Promise<void>
  /** Called when an answer is decided. */
  onDecided: (request: AnswerRequest, content: AnswerContent) => void
  /** Sets the object's alarm, after every write. */
  arm: () => void
}
