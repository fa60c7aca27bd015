// What a question costs when it is changed and asked again.
import { createContext } from 'react'
import { answerPrice, offeredOf, type AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import { surchargeOf } from '#contract/catalogue/attachments.ts'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import type { Message } from '#contract/chats.ts'
import { extrasOf } from '../draft/extras.ts'

interface Asking {
  /** The model and the switches of the composer. */
  model: ChatModel
  extras: AnswerExtras
  messages: { items: readonly Message[] }
}

/** What a changed question is asked for: the same as before, or what the composer would ask if nobody has answered it. */
export function extrasOfEdit({ model, extras, messages }: Asking, id: number): AnswerExtras {
  const answer = messages.items.find((message) => message.parent_id === id)
  return offeredOf(model, answer ? extrasOf(answer) : extras)
}

interface EditPrice {
  tokens: number
  /** The most that it costs: without a search it is less. */
  withSearch: boolean
}

/** Apart from the other actions, because it changes with the composer: only an editor that is open is drawn again. */
export const PriceOfEdit = createContext<(message: Message) => EditPrice | null>(() => null)

/** @returns null where the model's price is all there is */
export const priceOfEditIn =
  (asking: Asking) =>
  ({ id, attachments = [] }: Message): EditPrice | null => {
    const asked = extrasOfEdit(asking, id)
    const surchargeTokens = surchargeOf(attachments)
    if (!asked.webSearch && surchargeTokens === 0) return null
    return { tokens: answerPrice(asking.model, asked) + surchargeTokens, withSearch: asked.webSearch }
  }
