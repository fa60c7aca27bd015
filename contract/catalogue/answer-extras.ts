// What an answer can be asked for besides its text, which models offer it, and what it costs. The browser shows and the
// server charges by these functions alone.
import type { ChatModel } from './chat.ts'

export interface AnswerExtras {
  /** The model may search the web. */
  webSearch: boolean
  /** The user sees what the model thinks. Free, because the model thinks as much in any case. */
  thinking: boolean
}

export const noExtras: AnswerExtras = { webSearch: false, thinking: false }

/**
 * A search costs 0.5 to 1 cent upstream, and its results are read as several thousand input tokens. Three searches, the
 * most that an answer may do, are some 3 to 5 roubles; a token costs one. Charged once, however many searches were done.
 */
export const webSearchTokens = 5
export const searchesMax = 3

/** The price of a request with these extras: reserved at first, and the most that is charged. */
export const answerPrice = ({ priceTokens }: Pick<ChatModel, 'priceTokens'>, { webSearch }: AnswerExtras): number =>
  priceTokens + (webSearch ? webSearchTokens : 0)

/** The requested extras that the model offers. */
export const offeredOf = ({ offers }: Pick<ChatModel, 'offers'>, asked: AnswerExtras): AnswerExtras => ({
  webSearch: asked.webSearch && offers.webSearch,
  thinking: asked.thinking && offers.thinking
})
