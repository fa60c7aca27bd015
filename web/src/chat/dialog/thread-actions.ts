import type { ChatModel } from '#contract/catalogue/chat.ts'
import type { Message } from '#contract/chats.ts'
import type { Intent } from '../draft/draft.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'

export type Direction = 'previous' | 'next'

/**
 * What can be done with the messages of a page: the same object until it changes what is drawn, so that typing and streaming do
 * not draw every message again.
 */
export interface ThreadActions {
  models: readonly ChatModel[]
  isLocked: (model: ChatModel) => boolean
  /** An answer is being written, or a change is under way: the conversation cannot be changed meanwhile. */
  disabled: boolean
  /** Which way the user was going when this message took the place of another version: its switch then has the focus. */
  takeFocus: (messageId: number) => Direction | null
  answerAgain: (turn: Intent, model: string) => void
  edit: (message: Message, prompt: string) => void
  carryOn: (model: string) => void
  show: (messageId: number, direction: Direction) => void
  branch: (messageId: number) => void
  repeat: (turn: Intent, lost: LiveAnswer | null) => void
  rejoin: (answer: LiveAnswer) => void
}
