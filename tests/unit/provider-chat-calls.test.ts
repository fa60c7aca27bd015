// Calls of tools in `/chat/completions`, in every form that suppliers are known to send them.
import { describe, expect, test } from 'vitest'
import { chunk, data, done, said, stop } from '../support/node/chat-chunks.ts'
import { resellerConnection } from '../support/node/fake-upstream.ts'
import { readCalls } from '../support/node/read-calls.ts'

const city = (name: string) => `{"city":"${name}"}`
const both = (ids: readonly [string, string]) => [
  { id: ids[0], name: 'weather', arguments: city('Москва') },
  { id: ids[1], name: 'weather', arguments: city('Казань') }
]
const called = (...calls: object[]) => data(chunk({ tool_calls: calls }))
const part = (index: number | null, text: unknown, more: { id?: string; name?: string } = {}) => ({
  ...(index !== null && { index }),
  ...(more.id !== undefined && { id: more.id, type: 'function' }),
  function: { ...(more.name && { name: more.name }), arguments: text }
})
const finish = data(chunk({}, 'tool_calls')) + done
const [moscow, kazan] = both(['a', 'b'])
const begun = { a: { id: 'a', name: 'weather' }, b: { id: 'b', name: 'weather' } }

const old = (name: string, text: string) => data(chunk({ function_call: { ...(name && { name }), arguments: text } }))

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
    expect(await readCalls(resellerConnection, [body])).toMatchObject(expected)
    const bytes = new TextEncoder().encode(body)
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(await readCalls(resellerConnection, single)).toMatchObject(expected)
  })

  test('a call without an id gets one, and so does the second of two with the same', async () => {
    const body =
      called(part(0, '{}', { name: 'weather' })) + called(part(1, '{}', begun.a)) + called(part(2, '{}', begun.a))
    const { calls, error } = await readCalls(resellerConnection, [body + finish])
    expect(error).toBeNull()
    const ids = calls.map(({ id }) => id)
    expect(ids[1]).toBe('a')
    expect([ids[0], ids[2]]).toEqual([expect.stringMatching(/^call_\w{32}$/), expect.stringMatching(/^call_\w{32}$/)])
  })

  test('the function call of old, and text before a call', async () => {
    const body =
      said('Смотрю. ') + old('weather', '{"city":') + old('', '"Москва"}') + data(chunk({}, 'function_call')) + done
    const { text, calls, end } = await readCalls(resellerConnection, [body])
    expect({ text, calls, reason: end?.reason }).toMatchObject({
      text: 'Смотрю. ',
      calls: [{ name: 'weather', arguments: city('Москва') }],
      reason: 'tools'
    })
  })

  test('a call without arguments has empty ones', async () => {
    const { calls } = await readCalls(resellerConnection, [
      called(part(0, '', begun.a)) + called(part(1, null, begun.b)) + finish
    ])
    expect(calls.map((call) => call.arguments)).toEqual(['{}', '{}'])
  })

  test('malformed arguments are passed on as they are', async () => {
    const { calls, end, error } = await readCalls(resellerConnection, [called(part(0, '{"city":,', begun.a)) + finish])
    expect({ calls, reason: end?.reason, error }).toMatchObject({
      calls: [{ arguments: '{"city":,' }],
      reason: 'tools',
      error: null
    })
  })

  test('arguments that reached the output limit stay cut', async () => {
    const body = called(part(0, '{"ci', begun.a)) + called(part(1, '', begun.b)) + data(chunk({}, 'length')) + done
    const { calls, end } = await readCalls(resellerConnection, [body])
    expect(calls.map((call) => call.arguments)).toEqual(['{"ci', ''])
    expect(end?.reason).toBe('truncated')
  })

  test('half of an emoji in the arguments waits for the other', async () => {
    const body = called(part(0, '{"city":"\uD83D', begun.a)) + called(part(0, '\uDE00"}')) + finish
    const { calls } = await readCalls(resellerConnection, [body])
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
    expect((await readCalls(resellerConnection, [body + finish])).error).toMatchObject(expected)
  })

  test('arguments that are longer than the answer may be end it', async () => {
    const body = called(part(0, '{', begun.a)) + called(part(0, 'x'.repeat(1000))).repeat(60)
    const { calls, end } = await readCalls(resellerConnection, [body])
    expect(calls[0]?.arguments).toHaveLength(20_000 + 16 * 1024)
    expect(end).toMatchObject({ reason: 'truncated', usage: null })
  })

  test('a long id is replaced', async () => {
    const { calls } = await readCalls(resellerConnection, [
      called(part(0, '{}', { id: 'i'.repeat(9000), name: 'weather' })) + finish
    ])
    expect(calls[0]?.id).toMatch(/^call_\w{32}$/)
  })
})
