// What the adapter of a connection reads from a stream with calls.
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import { callsOf, weather } from './called-tools.ts'
import { answering, chatRequestOf, outcomeOf, streamOf, textOf } from './fake-upstream.ts'

export async function readCalls(connection: ChatConnection, pieces: readonly (string | Uint8Array)[]) {
  const { send } = answering(() => streamOf(pieces).response)
  const request = chatRequestOf('some-model', { tools: [weather] })
  const { events, error } = await outcomeOf(
    chatProviderOf(connection, { send }).stream(request, new AbortController().signal)
  )
  const end = events.find((event) => event.type === 'end')
  return { text: textOf(events), calls: callsOf(events), end, error, events }
}
