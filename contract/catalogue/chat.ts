// Chat services and their models: one entry drives the menu, the selector, the price shown and the price charged.
import { z } from 'zod'

export const chatServices = ['chatgpt', 'claude', 'xai'] as const
export type ChatService = (typeof chatServices)[number]

/** Accepts every spelling clients use; `chat-gpt` is `chatgpt`. */
export const chatServiceId = z.preprocess(
  (value) => (value === 'chat-gpt' ? 'chatgpt' : value),
  z.enum(chatServices, { error: 'Такого сервиса нет' })
)
