// A fake upstream for the adapters' tests: answers with fixtures, split into chunks as the test wants, and records
// which request was sent and whether the connection was released.
import { readFileSync } from 'node:fs'
import type { ChatConnection } from '#providers/chat/connection.ts'
import { environmentConnection, type EnvironmentSupplier } from '#providers/chat/environment-connections.ts'
import type { Send } from '#providers/http/http.ts'
import type { ChatEvent, ChatRequest } from '#providers/chat/provider.ts'

export const fixtureOf = (name: string): string =>
  readFileSync(new URL(`../../fixtures/upstream/${name}`, import.meta.url), 'utf8')

const chatSettings = {
  OPENAI_BASE_URL: 'http://sandbox.test/openai/v1',
  OPENAI_API_KEY: 'openai-key',
  ANTHROPIC_BASE_URL: 'http://sandbox.test/anthropic',
  ANTHROPIC_API_KEY: 'anthropic-key',
  XAI_BASE_URL: 'http://sandbox.test/xai/v1',
  XAI_API_KEY: 'xai-key'
}

export const connectionTo = (supplier: EnvironmentSupplier, changes: Partial<ChatConnection> = {}): ChatConnection => ({
  ...environmentConnection(chatSettings, supplier),
  ...changes
})

/** A reseller that speaks `/chat/completions`. */
export const resellerConnection: ChatConnection = {
  supplier: 's-reseller0001',
  dialect: 'openai-chat',
  baseUrl: 'http://sandbox.test/resellers/plain/v1',
  apiKey: 'reseller-key'
}

export const chatRequestOf = (model: string, changes: Partial<ChatRequest> = {}): ChatRequest => ({
  model,
  turns: [{ role: 'user', text: 'Привет' }],
  outputTokensMax: 1024,
  userTag: 'user-tag',
  ...changes
})

export interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
  redirect: string
}

/** A `send` that gives every call the same answer; `sent` records the requests. */
export function answering(answer: () => Response | Promise<Response>): { send: Send; sent: Sent[] } {
  const sent: Sent[] = []
  const send: Send = async (url, init) => {
    const { method, headers, redirect } = new Request(url, init)
    sent.push({ url, method, headers: Object.fromEntries(headers), body: JSON.parse(String(init.body)), redirect })
    return answer()
  }
  return { send, sent }
}

export interface FakeStream {
  response: Response
  /** True once the body was read to its end or cancelled. */
  isReleased(): boolean
}

/** A streamed answer that gives one chunk per read. `after` says what follows the last chunk. */
export function streamOf(
  chunks: readonly (string | Uint8Array)[],
  after: 'end' | 'silence' | 'break' = 'end'
): FakeStream {
  const encoder = new TextEncoder()
  const left = [...chunks]
  let released = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = left.shift()
        if (chunk !== undefined) return controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
        if (after === 'silence') return new Promise<void>(() => undefined)
        released = true
        if (after === 'break') return controller.error(new TypeError('terminated'))
        controller.close()
      },
      cancel() {
        released = true
      }
    },
    { highWaterMark: 0 }
  )
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'req_1', 'request-id': 'req_1' }
  return { response: new Response(body, { headers }), isReleased: () => released }
}

export const errorOf = (status: number, body: string, headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers } })

/** The events of a stream until it ended, and the error if it threw. */
export async function outcomeOf(stream: AsyncIterable<ChatEvent>): Promise<{ events: ChatEvent[]; error: unknown }> {
  const events: ChatEvent[] = []
  try {
    for await (const event of stream) events.push(event)
    return { events, error: null }
  } catch (error) {
    return { events, error }
  }
}

export const textOf = (events: readonly ChatEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('')
