import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProviderFailure } from '#providers/http/failure.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { EnvironmentSupplier } from '#providers/chat/environment-connections.ts'
import {
  answering,
  chatRequestOf,
  connectionTo,
  fixtureOf,
  outcomeOf,
  streamOf,
  textOf
} from '../support/node/fake-upstream.ts'

const request = chatRequestOf('model')
const never = new AbortController().signal

function streamFrom(name: EnvironmentSupplier, answer: () => Response) {
  return chatProviderOf(connectionTo(name), { send: answering(answer).send }).stream(request, never)
}

const delta = (text: string) =>
  `event: response.output_text.delta\ndata: ${JSON.stringify({ type: 'response.output_text.delta', delta: text })}\n\n`
const completed = `event: response.completed\ndata: ${JSON.stringify({
  type: 'response.completed',
  response: { model: 'model', usage: { input_tokens: 1, output_tokens: 2 } }
})}\n\n`
const end = { type: 'end', reason: 'complete', upstreamModel: 'model', usage: { inputTokens: 1, outputTokens: 2 } }

const split = (bytes: Uint8Array, cuts: number[]): Uint8Array[] => {
  const places = [0, ...new Set(cuts.map((cut) => cut % bytes.length)), bytes.length].toSorted((a, b) => a - b)
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place))
}

describe('reading a stream', () => {
  const streams = [
    ['openai', 'openai-responses-reasoning-stream.txt'],
    ['openai', 'openai-responses-refusal-stream.txt'],
    ['openai', 'openai-responses-failed-stream.txt'],
    ['openai', 'openai-responses-malformed-stream.txt'],
    ['anthropic', 'anthropic-messages-thinking-stream.txt'],
    ['anthropic', 'anthropic-messages-overloaded-stream.txt'],
    ['xai', 'xai-responses-incomplete-stream.txt']
  ] as const

  test.each(streams)('%s: the bytes of %s may be split anywhere', async (name, fixture) => {
    const bytes = new TextEncoder().encode(fixtureOf(fixture))
    const whole = await outcomeOf(streamFrom(name, () => streamOf([bytes]).response))
    const essence = ({ events, error }: typeof whole) => ({
      text: textOf(events),
      ends: events.filter(({ type }) => type === 'end'),
      error
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length - 1 }), { maxLength: 60 }), async (cuts) => {
        const parts = await outcomeOf(streamFrom(name, () => streamOf(split(bytes, cuts)).response))
        expect(essence(parts)).toEqual(essence(whole))
        expect(parts.events.some((event) => event.type === 'text' && event.text === '')).toBe(false)
      }),
      { numRuns: 60 }
    )
  })

  test('Cyrillic and emoji survive a split after every byte', async () => {
    const text = 'Ёлка, щёки и 🧑‍🚀 — всё на месте'
    const bytes = new TextEncoder().encode(delta(text) + completed)
    const { response } = streamOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))
    const { events, error } = await outcomeOf(streamFrom('openai', () => response))
    expect({ events, error }).toEqual({ events: [{ type: 'text', text }, end], error: null })
  })

  test.each([
    ['one read', [delta('Готово \uD83D') + delta('\uDE00!') + completed]],
    ['two reads', [delta('Готово \uD83D'), delta('\uDE00!') + completed]],
    ['three reads', [delta('Готово '), delta('\uD83D'), delta('\uDE00!') + completed]]
  ])('an emoji whose halves come in two deltas of %s is whole', async (_, reads) => {
    const { events } = await outcomeOf(streamFrom('openai', () => streamOf(reads).response))
    expect(textOf(events)).toBe('Готово 😀!')
    for (const event of events) if ('text' in event) expect([event.text.isWellFormed(), event.text]).not.toContain('')
  })

  test('half of an emoji is left out at the end, and is a sign of its own elsewhere', async () => {
    const body = delta('раз \uDE00') + delta(' \uD83D два') + delta('\uD83D') + completed
    const { events } = await outcomeOf(streamFrom('openai', () => streamOf([body]).response))
    expect(textOf(events)).toBe('раз \uFFFD \uFFFD два')
  })

  test('deltas of one read become one event, those of two reads become two', async () => {
    const { response } = streamOf([delta('раз ') + delta('два '), delta('три') + completed])
    const { events } = await outcomeOf(streamFrom('openai', () => response))
    expect(events).toEqual([{ type: 'text', text: 'раз два ' }, { type: 'text', text: 'три' }, end])
  })

  test('any line ends are accepted, comments and unknown events are ignored', async () => {
    const noise = ': hello\r\n\r\nevent: response.brand_new\r\ndata: not even JSON\r\n\r\nretry: 100\r\n\r\n'
    const body = `${noise}${delta('текст').replaceAll('\n', '\r\n')}${completed}`
    const { events, error } = await outcomeOf(streamFrom('openai', () => streamOf([body]).response))
    expect({ events, error }).toEqual({ events: [{ type: 'text', text: 'текст' }, end], error: null })
  })

  test('events without a name are recognised by their type, and [DONE] is ignored', async () => {
    const body = `${delta('текст')}data: [DONE]\n\n${completed}`.replaceAll(/event: .*\n/g, '')
    const { events, error } = await outcomeOf(streamFrom('openai', () => streamOf([body]).response))
    expect({ events, error }).toEqual({ events: [{ type: 'text', text: 'текст' }, end], error: null })
  })

  test('events after the end are ignored', async () => {
    const body = `${delta('раз')}${completed}${delta('два')}event: error\ndata: {"code":"server_error"}\n\n`
    const { events, error } = await outcomeOf(streamFrom('openai', () => streamOf([body]).response))
    expect({ events, error }).toEqual({ events: [{ type: 'text', text: 'раз' }, end], error: null })
  })

  test('an answer of a million characters arrives completely', async () => {
    const piece = 'Длинный ответ. '.repeat(100)
    const whole = piece.repeat(667)
    const last = completed.replace('"model":"model"', `"output":[{"text":"${whole}"}],"model":"model"`)
    const { response } = streamOf([...Array.from({ length: 667 }, () => delta(piece)), last])
    const long = { ...request, outputTokensMax: 64_000 }
    const { events } = await outcomeOf(
      chatProviderOf(connectionTo('openai'), { send: answering(() => response).send }).stream(long, never)
    )
    expect(textOf(events)).toBe(whole)
    expect(events.at(-1)).toEqual(end)
  })
})

describe('a stream that goes wrong', () => {
  test.each(['openai', 'anthropic', 'xai'] as const)('%s: a body that ends early is reported as cut', async (name) => {
    const fixture = `${name === 'anthropic' ? 'anthropic-messages' : `${name}-responses`}-stream.txt`
    const events = fixtureOf(fixture).trimEnd().split('\n\n').slice(0, -1)
    const { events: seen, error } = await outcomeOf(
      streamFrom(name, () => streamOf(events.map((event) => `${event}\n\n`)).response)
    )
    expect(textOf(seen)).toBe('Привет! Чем помочь?')
    expect(seen.every(({ type }) => type === 'text')).toBe(true)
    expect(error).toMatchObject({ name: 'ProviderFailure', provider: name, kind: 'cut', retryable: true })
  })

  test('a broken connection is reported as cut', async () => {
    const { events, error } = await outcomeOf(streamFrom('openai', () => streamOf([delta('раз')], 'break').response))
    expect(events).toEqual([{ type: 'text', text: 'раз' }])
    expect(error).toMatchObject({ kind: 'cut', retryable: true, requestId: 'req_1' })
  })

  test('an end event without its last line break does not count', async () => {
    const { error } = await outcomeOf(streamFrom('openai', () => streamOf([completed.trimEnd()]).response))
    expect(error).toMatchObject({ kind: 'cut' })
  })

  test.each([
    ['a delta that is not text', 'event: response.output_text.delta\ndata: {"delta":7}\n\n'],
    ['an end that is not JSON', 'event: response.completed\ndata: {\n\n'],
    ['an event without a name that is not JSON', 'data: {"type":"respon\n\n'],
    ['an event larger than any answer', `data: ${'я'.repeat(4_000_001)}`]
  ])('%s is malformed', async (_, body) => {
    const { events, error } = await outcomeOf(streamFrom('openai', () => streamOf([delta('раз'), body]).response))
    expect(events).toEqual([{ type: 'text', text: 'раз' }])
    expect(error).toMatchObject({ kind: 'malformed', retryable: false })
  })

  test.each([
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['whole JSON', () => Response.json({})],
    ['nothing', () => new Response(null, { status: 204 })]
  ])('%s instead of a stream is malformed', async (_, answer) => {
    const { error } = await outcomeOf(streamFrom('openai', answer))
    expect(error).toMatchObject({ kind: 'malformed', retryable: false, status: null })
  })

  test('a failed connection is a network failure that shows no key', async () => {
    const { send } = answering(() => {
      throw new TypeError('fetch failed Bearer openai-key', { cause: { code: 'ECONNRESET' } })
    })
    const { error } = await outcomeOf(chatProviderOf(connectionTo('openai'), { send }).stream(request, never))
    expect(error).toBeInstanceOf(ProviderFailure)
    expect(String(error)).toBe('ProviderFailure: openai network ECONNRESET')
    expect(error).toMatchObject({ kind: 'network', retryable: true, status: null })
  })
})
