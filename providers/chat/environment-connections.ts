// The suppliers of answers that the environment names: one account at each of three makers, and one more. Any of them may be missing.
import type { ChatDialect } from '#contract/chat-dialects.ts'
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

/** The supplier that is no maker. */
interface SuppliedSettings {
  /** Undefined: there is none. */
  CHAT_SUPPLIER_URL?: string | undefined
  /** Empty: it asks for none, like a model on a machine of one's own. */
  CHAT_SUPPLIER_KEY: string
  CHAT_SUPPLIER_DIALECT: ChatDialect
}

const makers = ['openai', 'anthropic', 'xai'] as const
export type EnvironmentSupplier = (typeof makers)[number]

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

/** All accounts that the environment gives; a maker without a key is none. */
export function connectionsIn(settings: ChatSettings & SuppliedSettings): ChatConnection[] {
  const own = makers.map((maker) => environmentConnection(settings, maker)).filter(({ apiKey }) => apiKey !== '')
  const { CHAT_SUPPLIER_URL: baseUrl, CHAT_SUPPLIER_KEY: apiKey, CHAT_SUPPLIER_DIALECT: dialect } = settings
  return baseUrl === undefined ? own : [...own, { supplier: 'environment', dialect, baseUrl, apiKey }]
}
