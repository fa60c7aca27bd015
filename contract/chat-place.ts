// Where in a chat a work goes: its request and its card become messages there.
import { z } from 'zod'

const messageId = z.number().int().positive()

/** Fields beside the options of an order, all absent for a work that belongs to no chat. */
export const chatPlaceFields = {
  /** The user's conversation: the request and the card are added to it in one commit with the work. */
  conversationId: messageId.optional(),
  /** Where the request goes: after this message, null for the beginning. Absent: at the end of the shown path. */
  parentMessageId: messageId.nullable().optional(),
  /** Another work for this request, which is then not added again. */
  answersMessageId: messageId.optional(),
  /** The user was not asked: its price is taken from the tokens that the chat may spend so. CHAT_BUDGET_SPENT: they do not suffice. */
  unasked: z.literal(true).optional()
}

/** A place that names a conversation. */
export interface ChatPlace {
  conversationId: number
  parentMessageId?: number | null | undefined
  answersMessageId?: number | undefined
  unasked?: true | undefined
}

type Sent = { [Field in keyof ChatPlace]?: ChatPlace[Field] | undefined }

/** @returns why the fields are no place; null when they are one, or none */
export function placeFlaw(sent: Sent): string | null {
  const { conversationId, parentMessageId, answersMessageId, unasked } = sent
  if (conversationId === undefined && (parentMessageId !== undefined || (answersMessageId ?? unasked) !== undefined))
    return 'Укажите чат, в котором лежит это сообщение'
  if (parentMessageId !== undefined && answersMessageId !== undefined)
    return 'Укажите одно место: после сообщения или ответ на сообщение'
  return null
}
