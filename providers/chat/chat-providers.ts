// The chat adapters, by their names in the catalogue.
import { anthropicProvider } from './anthropic.ts'
import type { AnthropicSettings } from './anthropic.ts'
import type { ChatOptions } from './chat-stream.ts'
import { openaiProvider } from './openai.ts'
import type { OpenaiSettings } from './openai.ts'
import type { ChatProvider } from './provider.ts'
import { xaiProvider } from './xai.ts'
import type { XaiSettings } from './xai.ts'

export type ChatProviderName = 'openai' | 'anthropic' | 'xai'

/** The part of the environment that the chat adapters read; base URLs come without a final slash. */
export type ChatSettings = OpenaiSettings & AnthropicSettings & XaiSettings

/** @param options another `fetch` and other timeouts, for tests */
export function chatProviderOf(
  name: ChatProviderName,
  settings: ChatSettings,
  options: ChatOptions = {}
): ChatProvider {
  switch (name) {
    case 'openai':
      return openaiProvider(settings, options)
    case 'anthropic':
      return anthropicProvider(settings, options)
    case 'xai':
      return xaiProvider(settings, options)
    default:
      return name satisfies never
  }
}
