// A supplier that a test plays itself, as the first of two routes; the second one leads to the sandbox, or to another such supplier.
import { vi } from 'vitest'
import type { RouteConnection } from '#durable-objects/answer/calls.ts'
import { connections, routeTo } from './asking.ts'

/** How a supplier answers a call. */
export type Reply = (signal: AbortSignal | null) => Promise<Response>

const encoder = new TextEncoder()
const eventStream = { headers: { 'content-type': 'text/event-stream' } }

const eventText = (event: { type: string; [field: string]: unknown }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** Ends when the caller gives up. */
const givenUp = (signal: AbortSignal | null) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

const streamOf =
  (text: string): Reply =>
  async () =>
    new Response(encoder.encode(text), eventStream)
const errorOf =
  (status: number, error: object = {}, headers: Record<string, string> = {}): Reply =>
  async () =>
    Response.json({ error }, { status, headers })

const started = eventText({ type: 'response.created' })

export const replies = {
  refusedConnection: () => Promise.reject(new TypeError('fetch failed')),
  error500: errorOf(500),
  error503: errorOf(503),
  busy: errorOf(429, { code: 'rate_limit_exceeded' }, { 'retry-after': '3' }),
  unpaid: errorOf(429, { code: 'insufficient_quota' }),
  payment: errorOf(402),
  wrongKey: errorOf(401, { code: 'invalid_api_key' }),
  modelGone: errorOf(404, { code: 'model_not_found' }),
  badRequest: errorOf(400, { code: 'invalid_value' }),
  html: async () => new Response('<!doctype html><h1>Bad gateway</h1>', { headers: { 'content-type': 'text/html' } }),
  page502: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  cutAtOnce: streamOf(''),
  cutAfterStart: streamOf(started),
  brokenEvent: streamOf(`${started}event: response.output_text.delta\ndata: {"delta":\n\n`),
  errorInStream: streamOf(`${started}${eventText({ type: 'error', code: 'server_error' })}`),
  moderated: errorOf(400, { code: 'invalid_prompt' }),
  silent: (signal: AbortSignal | null) => givenUp(signal),
  silentAfterStart: async () =>
    new Response(
      new ReadableStream({ start: (controller) => controller.enqueue(encoder.encode(started)) }),
      eventStream
    ),
  breaksAfterWord: streamOf(`${started}${eventText({ type: 'response.output_text.delta', delta: 'Первое слово' })}`),
  answers: streamOf(
    started +
      eventText({ type: 'response.output_text.delta', delta: 'Готово' }) +
      eventText({
        type: 'response.completed',
        response: { model: 'ran', usage: { input_tokens: 1000, output_tokens: 500 } }
      })
  )
} satisfies Record<string, Reply>

const addresses = { one: 'https://one.test', other: 'https://other.test' } as const
export const suppliers = { one: 's-one000000000', other: 's-other0000000' } as const

/** The accounts of the two, and those of the environment. */
export const accounts: RouteConnection[] = [
  ...(['one', 'other'] as const).map((name) => ({
    supplier: suppliers[name],
    dialect: 'openai-responses' as const,
    baseUrl: addresses[name],
    apiKey: 'key'
  })),
  ...connections
]

let models = 0

/** Routes to suppliers of the test, with models that no other test has, and whose breakers are closed. */
export function playedRoutes(...names: ('one' | 'other')[]) {
  models += 1
  return names.map((name) =>
    routeTo('openai', {
      supplier: suppliers[name],
      model: `${name}-${models}`,
      firstWordMs: 150,
      listPrice: { inputMicros: name === 'one' ? 900_000_000 : 2_000_000, outputMicros: 4_000_000, searchMicros: 0 }
    })
  )
}

/** Plays them until the test ends. @returns how often each was called */
export function play(behaviour: { one?: Reply; other?: Reply }): { one: number; other: number } {
  const calls = { one: 0, other: 0 }
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    for (const name of ['one', 'other'] as const) {
      const reply = behaviour[name]
      if (!reply || !url.startsWith(addresses[name])) continue
      calls[name] += 1
      return reply(init?.signal ?? null)
    }
    return send(input, init)
  })
  return calls
}
