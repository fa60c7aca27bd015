// Asks a reseller that speaks `/chat/completions` by the product's adapter, and writes its chunks.
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatEnd, ChatEvent, ChatRequest } from '#providers/chat/provider.ts'
import { answering, chatRequestOf, outcomeOf, resellerConnection, streamOf } from './fake-upstream.ts'

const never = new AbortController().signal

export async function ask(answer: () => Response, changes: Partial<ChatRequest> = {}, connection = resellerConnection) {
  const { send, sent } = answering(answer)
  const request = chatRequestOf('some-model', changes)
  const { events, error } = await outcomeOf(chatProviderOf(connection, { send }).stream(request, never))
  return { ...partsOf(events), error, sent: sent[0] }
}

export const readBody = (body: string, changes: Partial<ChatRequest> = {}) =>
  ask(() => streamOf([body]).response, changes)

const joined = (events: ChatEvent[], type: 'text' | 'thinking') =>
  events.map((event) => (event.type === type ? event.text : '')).join('')

const partsOf = (events: ChatEvent[]) => ({
  text: joined(events, 'text'),
  thinking: joined(events, 'thinking'),
  end: events.find((event): event is ChatEnd => event.type === 'end')
})

export const data = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\n\n`
export const chunk = (delta: unknown, finish: string | null = null) => ({
  id: 'c',
  model: 'some-model',
  choices: [{ index: 0, delta, finish_reason: finish }]
})
export const said = (text: string) => data(chunk({ content: text }))
export const stop = data(chunk({}, 'stop'))
export const done = 'data: [DONE]\n\n'
export const complete: ChatEnd = { type: 'end', reason: 'complete', upstreamModel: 'some-model', usage: null }
