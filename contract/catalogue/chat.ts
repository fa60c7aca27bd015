// Chat services, and the shape of models and pages. One entry defines menu, selector, price shown and price charged.
import { z } from 'zod'
import type { AnswerExtras } from './answer-extras.ts'

export const chatServices = ['chatgpt', 'claude', 'xai'] as const
export type ChatService = (typeof chatServices)[number]

/** Accepts the spellings that clients use; `chat-gpt` is `chatgpt`. */
export const chatServiceId = z.preprocess(
  (value) => (value === 'chat-gpt' ? 'chatgpt' : value),
  z.enum(chatServices, 'Такого сервиса нет')
)

export const textProviders = ['openai', 'anthropic', 'xai'] as const
export type TextProvider = (typeof textProviders)[number]
type Effort = 'low' | 'medium' | 'high'

/** The upstream model that runs for one of ours. */
export interface ChatUpstream {
  provider: TextProvider
  model: string
  /** How much the model thinks before it answers; undefined leaves it to the provider. */
  effort?: Effort
  /** Hard limit of the provider's tokens, thinking included: thinking is billed as output. */
  outputTokensMax: number
}

export interface ChatModel {
  id: string
  service: ChatService
  page: ChatPath
  name: string
  description: string
  priceTokens: number
  /** May be used before the first purchase. */
  basic: boolean
  /** Characters of a typical complete answer, against which a stopped answer is charged. */
  referenceLength: number
  /** What an answer can be asked for besides its text. */
  offers: AnswerExtras
  upstream: ChatUpstream
}

export const chatPaths = ['/chatgpt', '/claude', '/xai', '/gpt5'] as const
export type ChatPath = (typeof chatPaths)[number]

/** A prompt that a click puts into the composer. */
export interface ChatExample {
  text: string
  tag?: string
}

/** A sample conversation shown on an empty page. */
export interface ChatSample {
  title: string
  prompt: string
  answer: string
}

export interface ChatTexts {
  examples: readonly ChatExample[]
  samples: readonly ChatSample[]
}

export interface ChatPage extends ChatTexts {
  path: ChatPath
  service: ChatService
  title: string
  /** The model version that the menu shows beside the title. */
  badge: string
  summary: string
  /** A model id of this page. */
  defaultModel: string
  sendLabel: string
  busyLabel: string
  /** `dropdown` opens from a button, `list` is always open on the left. */
  history: 'dropdown' | 'list'
}
