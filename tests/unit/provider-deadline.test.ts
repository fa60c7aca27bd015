import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chatTimeouts } from '#providers/chat/chat-stream.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { EnvironmentSupplier } from '#providers/chat/environment-connections.ts'
import {
  answering,
  chatRequestOf,
  connectionTo,
  fixtureOf,
  outcomeOf,
  resellerConnection,
  streamOf
} from '../support/node/fake-upstream.ts'
import type { FakeStream } from '../support/node/fake-upstream.ts'

const request = chatRequestOf('model')
const [created = '', ...otherEvents] = fixtureOf('openai-responses-stream.txt').split(/(?<=\n\n)/)
const ping = 'event: ping\ndata: {"type":"ping"}\n\n'
const started = fixtureOf('anthropic-messages-stream.txt')
  .split(/(?<=\n\n)/)
  .slice(0, 4)
  .join('')

// The adapters are loaded with their first call, which no advanced clock waits for.
beforeAll(async () => {
  for (const connection of [connectionTo('openai'), connectionTo('anthropic'), resellerConnection])
    await outcomeOf(chatProviderOf(connection).stream(request, AbortSignal.abort()))
})
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  // A finished call must leave no timer behind.
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

type Name = EnvironmentSupplier | 'reseller'

function start(name: Name, answer: () => Response | Promise<Response>, signal?: AbortSignal) {
  const connection = name === 'reseller' ? resellerConnection : connectionTo(name)
  const provider = chatProviderOf(connection, { send: answering(answer).send })
  return outcomeOf(provider.stream(request, signal ?? new AbortController().signal))
}

const startStream = (name: Name, { response }: FakeStream, signal?: AbortSignal) => start(name, () => response, signal)

/** A body that repeats an event at a fixed interval. */
function repeating(event: string, everyMs: number, opening = ''): FakeStream {
  const encoder = new TextEncoder()
  let timer: ReturnType<typeof setInterval>
  let released = false
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(opening + event))
      timer = setInterval(() => controller.enqueue(encoder.encode(event)), everyMs)
    },
    cancel() {
      released = true
      clearInterval(timer)
    }
  })
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  return { response, isReleased: () => released }
}

describe('an upstream that is too slow', () => {
  test('without headers the call is aborted at the first-word limit, not before', async () => {
    const call = start('openai', () => new Promise<Response>(() => undefined))
    await vi.advanceTimersByTimeAsync(chatTimeouts.firstWordMs - 1)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await call).error).toMatchObject({ kind: 'timeout', retryable: true, code: 'first-word', status: null })
  })

  test('headers without a body do not count as the first word', async () => {
    const stream = streamOf([], 'silence')
    const call = startStream('openai', stream)
    await vi.advanceTimersByTimeAsync(chatTimeouts.firstWordMs)
    expect((await call).error).toMatchObject({ kind: 'timeout', code: 'first-word', requestId: 'req_1' })
    expect(stream.isReleased()).toBe(true)
  })

  test('the connection of an answer that arrives too late is released', async () => {
    const stream = streamOf([created, ...otherEvents])
    const late = Promise.withResolvers<Response>()
    const call = start('openai', () => late.promise)
    await vi.advanceTimersByTimeAsync(chatTimeouts.firstWordMs)
    expect((await call).error).toMatchObject({ kind: 'timeout' })
    late.resolve(stream.response)
    await vi.advanceTimersByTimeAsync(0)
    expect(stream.isReleased()).toBe(true)
  })

  test('silence in the middle of a stream keeps the text and closes the connection', async () => {
    const stream = streamOf([created, ...otherEvents.slice(0, 4)], 'silence')
    const call = startStream('openai', stream)
    await vi.advanceTimersByTimeAsync(chatTimeouts.idleMs)
    const { events, error } = await call
    expect(events).toEqual([{ type: 'text', text: 'Привет! ' }])
    expect(error).toMatchObject({ kind: 'timeout', retryable: true, code: 'idle' })
    expect(stream.isReleased()).toBe(true)
  })

  test.each([
    ['pings', 'anthropic', ping],
    ['comments', 'openai', ': OPENROUTER PROCESSING\n\n'],
    ['events without content', 'openai', 'event: response.in_progress\ndata: {"type":"response.in_progress"}\n\n'],
    ['the role of the answer', 'reseller', 'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}\n\n'],
    ['chunks without choices', 'reseller', 'data: {"choices":[],"usage":null}\n\n'],
    ['an empty delta', 'openai', 'event: response.output_text.delta\ndata: {"delta":""}\n\n']
  ] as const)('%s are no first word', async (_, name, event) => {
    const stream = repeating(event, 5000)
    const call = startStream(name, stream)
    await vi.advanceTimersByTimeAsync(chatTimeouts.firstWordMs)
    expect((await call).error).toMatchObject({ kind: 'timeout', retryable: true, code: 'first-word' })
    expect(stream.isReleased()).toBe(true)
  })

  test('a call may have less time for its first word, and then the usual time', async () => {
    const send = answering(() => repeating(ping, 1000, started).response).send
    const asked = { ...chatRequestOf('model'), firstWordMs: 5000 }
    const silent = chatProviderOf(connectionTo('anthropic'), {
      send: answering(() => repeating(ping, 1000).response).send
    })
    const late = outcomeOf(silent.stream(asked, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(5000)
    expect((await late).error).toMatchObject({ kind: 'timeout', code: 'first-word' })
    const controller = new AbortController()
    const spoken = outcomeOf(chatProviderOf(connectionTo('anthropic'), { send }).stream(asked, controller.signal))
    await vi.advanceTimersByTimeAsync(chatTimeouts.idleMs - 1)
    controller.abort(new Error('still open'))
    expect((await spoken).error).toEqual(new Error('still open'))
  })

  test('pings do not reset the idle limit', async () => {
    const stream = repeating(ping, 5000, started)
    const call = startStream('anthropic', stream)
    await vi.advanceTimersByTimeAsync(chatTimeouts.idleMs)
    const { events, error } = await call
    expect(events).toEqual([{ type: 'text', text: 'Привет! ' }])
    expect(error).toMatchObject({ kind: 'timeout', code: 'idle' })
    expect(stream.isReleased()).toBe(true)
  })

  test('thinking that is not shown lets the first word wait, up to the total limit', async () => {
    const thought = `event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"…"}}\n\n`
    const stream = repeating(thought, chatTimeouts.idleMs / 2)
    const call = startStream('anthropic', stream)
    await vi.advanceTimersByTimeAsync(chatTimeouts.totalMs)
    expect((await call).error).toMatchObject({ kind: 'timeout', retryable: false, code: 'total' })
    expect(stream.isReleased()).toBe(true)
  })

  test('an error answer with an endless body is aborted too', async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(10)) })
    const call = start('openai', () => new Response(body, { status: 500 }))
    await vi.advanceTimersByTimeAsync(chatTimeouts.firstWordMs)
    expect((await call).error).toMatchObject({ kind: 'timeout', code: 'first-word' })
  })
})

describe('a caller that aborts', () => {
  test('before the call sends nothing', async () => {
    const { send, sent } = answering(() => streamOf([]).response)
    const provider = chatProviderOf(connectionTo('openai'), { send })
    const { error } = await outcomeOf(provider.stream(request, AbortSignal.abort()))
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(sent).toEqual([])
  })

  test('before the upstream has answered gets its own abort reason, not a failure', async () => {
    const controller = new AbortController()
    const call = start('openai', () => new Promise<Response>(() => undefined), controller.signal)
    await vi.advanceTimersByTimeAsync(10)
    controller.abort()
    expect((await call).error).toBe(controller.signal.reason)
    expect(controller.signal.reason).toMatchObject({ name: 'AbortError' })
  })

  test('in the middle of a stream closes the connection', async () => {
    const controller = new AbortController()
    const stream = streamOf([created, ...otherEvents.slice(0, 4)], 'silence')
    const call = startStream('openai', stream, controller.signal)
    await vi.advanceTimersByTimeAsync(10)
    controller.abort(new Error('stopped by the user'))
    const { events, error } = await call
    expect(events).toEqual([{ type: 'text', text: 'Привет! ' }])
    expect(error).toBe(controller.signal.reason)
    expect(stream.isReleased()).toBe(true)
  })

  test('by leaving the loop closes the connection', async () => {
    const stream = streamOf([created, ...otherEvents.slice(0, 4)], 'silence')
    const provider = chatProviderOf(connectionTo('openai'), { send: answering(() => stream.response).send })
    for await (const event of provider.stream(request, new AbortController().signal)) {
      expect(event).toEqual({ type: 'text', text: 'Привет! ' })
      break
    }
    expect(stream.isReleased()).toBe(true)
  })

  test('after the end changes nothing', async () => {
    const controller = new AbortController()
    const { events, error } = await startStream('openai', streamOf([created, ...otherEvents]), controller.signal)
    controller.abort()
    expect(error).toBeNull()
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'complete' })
    await vi.advanceTimersByTimeAsync(1000)
  })
})

describe('after the end', () => {
  test('the body is read to its end, so that the connection can be reused', async () => {
    const stream = streamOf([created, ...otherEvents])
    const { error } = await startStream('openai', stream)
    expect(error).toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect(stream.isReleased()).toBe(true)
  })

  test('an upstream that does not close its connection is cut off after a second', async () => {
    const stream = streamOf([created, ...otherEvents], 'silence')
    const { events, error } = await startStream('openai', stream)
    expect(error).toBeNull()
    expect(events.at(-1)).toMatchObject({ type: 'end' })
    expect(stream.isReleased()).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(stream.isReleased()).toBe(true)
  })

  test.each([
    ['a failure in the stream', 'openai-responses-failed-stream.txt'],
    ['a malformed event', 'openai-responses-malformed-stream.txt']
  ])('%s closes the connection', async (_, fixture) => {
    const stream = streamOf([fixtureOf(fixture)], 'silence')
    const { error } = await startStream('openai', stream)
    expect(error).not.toBeNull()
    expect(stream.isReleased()).toBe(true)
  })
})
