// The chat adapters, by their dialects.
import { anthropicProvider } from './anthropic.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import { openaiProvider } from './openai.ts'
import { openaiChatProvider } from './openai-chat.ts'
import type { ChatProvider } from './provider.ts'
import { xaiProvider } from './xai.ts'

/** @param options another `fetch` and other timeouts, for tests */
export function chatProviderOf(connection: ChatConnection, options: ChatOptions = {}): ChatProvider {
  switch (connection.dialect) {
    case 'openai-responses':
      return openaiProvider(connection, options)
    case 'anthropic-messages':
      return anthropicProvider(connection, options)
    case 'xai-responses':
      return xaiProvider(connection, options)
    case 'openai-chat':
      return openaiChatProvider(connection, options)
    default:
      return connection.dialect satisfies never
  }
}
