// The chat adapters, by their dialects. An isolate loads one with its first answer in that dialect, together with what reads streams:
// most isolates start for other calls, and each would parse all of it (decisions/0061-script-of-the-api.md).
import type { ChatDialect } from '#contract/chat-dialects.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import type { ChatEvent, ChatProvider, ChatRequest } from './provider.ts'

type Adapter = (connection: ChatConnection, options: ChatOptions) => ChatProvider

const loaded = new Map<ChatDialect, Adapter>()

async function adapterOf(dialect: ChatDialect): Promise<Adapter> {
  switch (dialect) {
    case 'openai-responses':
      return (await import('./openai.ts')).openaiProvider
    case 'anthropic-messages':
      return (await import('./anthropic.ts')).anthropicProvider
    case 'xai-responses':
      return (await import('./xai.ts')).xaiProvider
    case 'openai-chat':
      return (await import('./openai-chat.ts')).openaiChatProvider
    default:
      return dialect satisfies never
  }
}

async function* onceLoaded(
  connection: ChatConnection,
  options: ChatOptions,
  request: ChatRequest,
  signal: AbortSignal
): AsyncGenerator<ChatEvent, void> {
  const adapter = await adapterOf(connection.dialect)
  loaded.set(connection.dialect, adapter)
  yield* adapter(connection, options).stream(request, signal)
}

/** @param options another `fetch` and other timeouts, for tests */
export const chatProviderOf = (connection: ChatConnection, options: ChatOptions = {}): ChatProvider => ({
  // A generator around a generator costs something with each piece, so there is none once the adapter is there.
  stream: (request, signal) =>
    loaded.get(connection.dialect)?.(connection, options).stream(request, signal) ??
    onceLoaded(connection, options, request, signal)
})
