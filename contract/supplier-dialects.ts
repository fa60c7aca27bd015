// The wire formats of suppliers: of those that answer in chats, and of those that make pictures, voices and films.
import { type ChatDialect, chatDialects } from './chat-dialects.ts'

/** The makers' own. OpenAI's needs none: a supplier of chats that speaks it may make pictures and voices under the same address. */
export const mediaDialects = ['midjourney', 'bfl', 'stability', 'elevenlabs', 'luma', 'google', 'runway'] as const
export type MediaDialect = (typeof mediaDialects)[number]

export const supplierDialects = [...chatDialects, ...mediaDialects] as const
export type SupplierDialect = (typeof supplierDialects)[number]

export const isChatDialect = (dialect: SupplierDialect): dialect is ChatDialect =>
  (chatDialects as readonly string[]).includes(dialect)

/** What an adapter speaks. `openai`: pictures by OpenAI itself. `openai-image`, `openai-speech`: by resellers that speak as it does. */
export type MediaWire = MediaDialect | 'openai' | 'openai-image' | 'openai-speech'

/** Whether a model of pictures is one of OpenAI's own, whatever a reseller puts before its name: those have fields that others lack. */
export const isOpenaiImageModel = (model: string): boolean => /(?:^|\/)(?:chat)?gpt-image/.test(model)
