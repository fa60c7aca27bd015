// Calls of tools in the streams of the three formats: in every form that suppliers are known to send them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import type { ChatEvent, ChatRequest } from '#providers/chat/provider.ts'
import { callsOf, weather } from '../support/node/called-tools.ts'
import { chunk, data, done, said, stop } from '../support/node/chat-chunks.ts'
import {
  answering,
  chatRequestOf,
  connectionTo,
  fixtureOf,
  outcomeOf,
  resellerConnection,
  streamOf,
  textOf
} from '../support/node/fake-upstream.ts'

async function read(
  connection: ChatConnection,
  pieces: readonly (string | Uint8Array)[],
  changes: Partial<ChatRequest> = {}
) {
  const { send } = answering(() => streamOf(pieces).response)
  const request = chatRequestOf('some-model', { tools: [weather], ...changes })
  const { events, error } = await outcomeOf(
    chatProviderOf(connection, { send }).stream(request, new AbortController().signal)
  )
  const end = events.find((event) => event.type === 'end')
  return { text: textOf(events), calls: callsOf(events), end, error, events }
}

const city = (name: string) => `{"city":"${name}"}`
const both = (ids: readonly [string, string]) => [
  { id: ids[0], name: 'weather', arguments: city('Москва') },
  { id: ids[1], name: 'weather', arguments: city('Казань') }
]
const openaiIds = ['call_Ab1', 'call_Ab2'] as const
const cached = { inputTokens: 61, cachedInputTokens: 32 }

describe.each([
  ['openai', 'openai-responses', both(openaiIds), { ...cached, cacheWriteTokens: 16, outputTokens: 24 }],
  ['xai', 'xai-responses', both(openaiIds), { ...cached, outputTokens: 24 }],
  [
    'anthropic',
    'anthropic-messages',
    both(['toolu_01', 'toolu_02']),
    { ...cached, cacheWriteTokens: 16, outputTokens: 24 }
  ]
] as const)('the calls of %s', (name, fixture, calls, usage) => {
  const connection = connectionTo(name)
  const body = fixtureOf(`${fixture}-tools-stream.txt`)
  const whole = { text: '', calls, end: { type: 'end', reason: 'tools', usage }, error: null }

  test('come with their arguments, and the usage with what is cached', async () => {
    expect(await read(connection, [body])).toMatchObject(whole)
  })

  test('may be split anywhere', async () => {
    const bytes = new TextEncoder().encode(body)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length - 1 }), { maxLength: 40 }), async (cuts) => {
        const places = [0, ...new Set(cuts), bytes.length].toSorted((one, other) => one - other)
        const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place))
        expect(await read(connection, pieces)).toMatchObject(whole)
      }),
      { numRuns: 30 }
    )
  })

  test('that break off are cut, after what has come', async () => {
    const { calls: come, end, error } = await read(connection, [body.slice(0, body.indexOf('Казань'))])
    expect(come[0]).toEqual(calls[0])
    expect(end).toBeUndefined()
    expect(error).toMatchObject({ kind: 'cut', retryable: true })
  })
})

const called = (...calls: object[]) => data(chunk({ tool_calls: calls }))
const part = (index: number | null, text: unknown, more: { id?: string; name?: string } = {}) => ({
  ...(index !== null && { index }),
  ...(more.id !== undefined && { id: more.id, type: 'function' }),
  function: { ...(more.name && { name: more.name }), arguments: text }
})
const finish = data(chunk({}, 'tool_calls')) + done
const [moscow, kazan] = both(['a', 'b'])
const begun = { a: { id: 'a', name: 'weather' }, b: { id: 'b', name: 'weather' } }

describe('chat completions', () => {
  test.each([
    [
      'in parts',
      called(part(0, '', begun.a)) +
        called(part(0, '{"city":')) +
        called(part(0, '"Москва"}')) +
        called(part(1, '', begun.b)) +
        called(part(1, city('Казань'))) +
        finish
    ],
    ['whole, in one delta', called(part(0, city('Москва'), begun.a), part(1, city('Казань'), begun.b)) + finish],
    [
      'whole, without an index',
      called(part(null, city('Москва'), begun.a)) + called(part(null, city('Казань'), begun.b)) + stop
    ],
    [
      'in parts, without an index',
      called(part(null, '{"city":', begun.a)) +
        called(part(null, '"Москва"}')) +
        called(part(null, '{"city":', begun.b)) +
        called(part(null, '"Казань"}')) +
        stop
    ],
    [
      'all with the same index',
      called(part(0, city('Москва'), begun.a)) + called(part(0, city('Казань'), begun.b)) + stop
    ],
    [
      'several at once',
      called(part(0, '', begun.a), part(1, '', begun.b)) +
        called(part(1, '{"city":'), part(0, '{"city":')) +
        called(part(0, '"Москва"}')) +
        called(part(1, '"Казань"}')) +
        finish
    ],
    [
      'with id and name in each part',
      called(part(0, '{"city":', begun.a)) +
        called(part(0, '"Москва"}', begun.a)) +
        called(part(1, city('Казань'), begun.b)) +
        finish
    ],
    [
      'as objects',
      called(part(0, { city: 'Москва' }, begun.a)) + called(part(1, { city: 'Казань' }, begun.b)) + finish
    ],
    [
      'in an answer that was not streamed',
      JSON.stringify({
        model: 'some-model',
        choices: [
          {
            index: 0,
            message: {
              content: null,
              tool_calls: [part(null, city('Москва'), begun.a), part(null, city('Казань'), begun.b)]
            },
            finish_reason: 'tool_calls'
          }
        ]
      })
    ]
  ])('%s', async (_, body) => {
    const expected = { text: '', calls: [moscow, kazan], end: { type: 'end', reason: 'tools' }, error: null }
    expect(await read(resellerConnection, [body])).toMatchObject(expected)
    const bytes = new TextEncoder().encode(body)
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(await read(resellerConnection, single)).toMatchObject(expected)
  })

  test('a call without an id gets one, and so does the second of two with the same', async () => {
    const body =
      called(part(0, '{}', { name: 'weather' })) + called(part(1, '{}', begun.a)) + called(part(2, '{}', begun.a))
    const { calls, error } = await read(resellerConnection, [body + finish])
    expect(error).toBeNull()
    const ids = calls.map(({ id }) => id)
    expect(ids[1]).toBe('a')
    expect([ids[0], ids[2]]).toEqual([expect.stringMatching(/^call_\w{32}$/), expect.stringMatching(/^call_\w{32}$/)])
  })

  test('the function call of old, and text before a call', async () => {
    const old = (name: string, text: string) =>
      data(chunk({ function_call: { ...(name && { name }), arguments: text } }))
    const body =
      said('Смотрю. ') + old('weather', '{"city":') + old('', '"Москва"}') + data(chunk({}, 'function_call')) + done
    const { text, calls, end } = await read(resellerConnection, [body])
    expect({ text, calls, reason: end?.reason }).toMatchObject({
      text: 'Смотрю. ',
      calls: [{ name: 'weather', arguments: city('Москва') }],
      reason: 'tools'
    })
  })

  test('a call without arguments has empty ones', async () => {
    const { calls } = await read(resellerConnection, [
      called(part(0, '', begun.a)) + called(part(1, null, begun.b)) + finish
    ])
    expect(calls.map((call) => call.arguments)).toEqual(['{}', '{}'])
  })

  test('malformed arguments are passed on as they are', async () => {
    const { calls, end, error } = await read(resellerConnection, [called(part(0, '{"city":,', begun.a)) + finish])
    expect({ calls, reason: end?.reason, error }).toMatchObject({
      calls: [{ arguments: '{"city":,' }],
      reason: 'tools',
      error: null
    })
  })

  test('arguments that reached the output limit stay cut', async () => {
    const body = called(part(0, '{"ci', begun.a)) + called(part(1, '', begun.b)) + data(chunk({}, 'length')) + done
    const { calls, end } = await read(resellerConnection, [body])
    expect(calls.map((call) => call.arguments)).toEqual(['{"ci', ''])
    expect(end?.reason).toBe('truncated')
  })

  test('half of an emoji in the arguments waits for the other', async () => {
    const body = called(part(0, '{"city":"\uD83D', begun.a)) + called(part(0, '\uDE00"}')) + finish
    const { calls } = await read(resellerConnection, [body])
    expect(calls[0]?.arguments).toBe(city('😀'))
  })
})

describe('what no supplier should send', () => {
  const failed = { kind: 'malformed', retryable: false }

  test.each([
    ['a call without a name', called(part(0, '{}', { id: 'a' })), failed],
    ['a part of a call that has not begun', called(part(null, '{}')), failed],
    ['a name without end', called(part(0, '', { id: 'a', name: 'x'.repeat(5000) })), failed],
    [
      'more calls than an answer has',
      called(...Array.from({ length: 200 }, (_, index) => part(index, '{}', { id: `${index}`, name: 'weather' }))),
      failed
    ],
    [
      'more of a call that was complete',
      called(part(0, '{}', begun.a), part(1, '{}', begun.b)) + called(part(0, '{}')),
      failed
    ],
    [
      'calls that wait for ever for the first to end',
      called(part(0, '{', begun.a), part(1, '', begun.b)) + called(part(1, 'x'.repeat(100_000))).repeat(21),
      { ...failed, code: 'too-long' }
    ]
  ])('%s', async (_, body, expected) => {
    expect((await read(resellerConnection, [body + finish])).error).toMatchObject(expected)
  })

  test('arguments that are longer than the answer may be end it', async () => {
    const body = called(part(0, '{', begun.a)) + called(part(0, 'x'.repeat(1000))).repeat(60)
    const { calls, end } = await read(resellerConnection, [body])
    expect(calls[0]?.arguments).toHaveLength(20_000 + 16 * 1024)
    expect(end).toMatchObject({ reason: 'truncated', usage: null })
  })

  test('a long id is replaced', async () => {
    const { calls } = await read(resellerConnection, [
      called(part(0, '{}', { id: 'i'.repeat(9000), name: 'weather' })) + finish
    ])
    expect(calls[0]?.id).toMatch(/^call_\w{32}$/)
  })
})

describe('gateways of other formats', () => {
  const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  const reasonOf = (events: readonly ChatEvent[]) => events.find((one) => one.type === 'end')?.reason

  test('Anthropic: the input may come with the beginning of its block', async () => {
    const tool = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Москва' } }
    const body =
      event('content_block_start', { index: 0, content_block: tool }) +
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta: { stop_reason: 'tool_use' } }) +
      event('message_stop', {})
    const { calls, events } = await read(connectionTo('anthropic'), [body])
    expect(calls).toEqual([{ id: 'toolu_1', name: 'weather', arguments: city('Москва') }])
    expect(reasonOf(events)).toBe('tools')
  })

  test('Responses: only the end of a call may tell of it', async () => {
    const item = { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: city('Москва') }
    const body =
      event('response.output_item.done', { output_index: 0, item }) +
      event('response.completed', { response: { model: 'm', usage: null } })
    const { calls, events } = await read(connectionTo('openai'), [body])
    expect(calls).toEqual([{ id: 'call_1', name: 'weather', arguments: city('Москва') }])
    expect(reasonOf(events)).toBe('tools')
  })

  test('Responses: a limit that is reached in the middle of the arguments', async () => {
    const item = { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '' }
    const body =
      event('response.output_item.added', { output_index: 0, item }) +
      event('response.function_call_arguments.delta', { output_index: 0, delta: '{"ci' }) +
      event('response.incomplete', { response: { model: 'm', incomplete_details: { reason: 'max_output_tokens' } } })
    const { calls, events } = await read(connectionTo('openai'), [body])
    expect(calls).toMatchObject([{ arguments: '{"ci' }])
    expect(reasonOf(events)).toBe('truncated')
  })
})
