// The suppliers of answers that the environment names: one account at each of three makers.
import type { ChatConnection } from './connection.ts'

export interface OpenaiSettings {
  OPENAI_BASE_URL: string
  OPENAI_API_KEY: string
}

/** The part of the environment that answers need; base URLs come without a final slash. */
export interface ChatSettings extends OpenaiSettings {
  ANTHROPIC_BASE_URL: string
  ANTHROPIC_API_KEY: string
  XAI_BASE_URL: string
  XAI_API_KEY: string
}

export type EnvironmentSupplier = 'openai' | 'anthropic' | 'xai'

export const openaiConnection = (settings: OpenaiSettings): ChatConnection => ({
  supplier: 'openai',
  dialect: 'openai-responses',
  baseUrl: settings.OPENAI_BASE_URL,
  apiKey: settings.OPENAI_API_KEY
})

/** The account at one of the makers; its id as a supplier is the maker's name. */
export function environmentConnection(settings: ChatSettings, supplier: EnvironmentSupplier): ChatConnection {
  switch (supplier) {
    case 'openai':
      return openaiConnection(settings)
    case 'anthropic':
      return {
        supplier,
        dialect: 'anthropic-messages',
        baseUrl: settings.ANTHROPIC_BASE_URL,
        apiKey: settings.ANTHROPIC_API_KEY
      }
    case 'xai':
      return { supplier, dialect: 'xai-responses', baseUrl: settings.XAI_BASE_URL, apiKey: settings.XAI_API_KEY }
    default:
      return supplier satisfies never
  }
}
