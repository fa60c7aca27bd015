// The body that each dialect sends for a request.
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import type { ChatRequest } from '#providers/chat/provider.ts'
import { answering, chatRequestOf, connectionTo, errorOf, outcomeOf, resellerConnection } from './fake-upstream.ts'

const connections = {
  openai: connectionTo('openai'),
  xai: connectionTo('xai'),
  anthropic: connectionTo('anthropic'),
  chat: resellerConnection
} satisfies Record<string, ChatConnection>
type Name = keyof typeof connections

export async function bodyOf(
  name: Name,
  changes: Partial<ChatRequest>,
  model = 'some-model'
): Promise<Record<string, unknown>> {
  const { send, sent } = answering(() => errorOf(400, '{}'))
  const provider = chatProviderOf(connections[name], { send })
  await outcomeOf(provider.stream(chatRequestOf(model, changes), new AbortController().signal))
  return Object(sent[0]?.body)
}
