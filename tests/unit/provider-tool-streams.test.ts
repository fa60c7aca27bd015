// Calls of tools in the streams of Responses and Messages.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#providers/chat/provider.ts'
import { connectionTo, fixtureOf } from '../support/node/fake-upstream.ts'
import { readCalls } from '../support/node/read-calls.ts'

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
    expect(await readCalls(connection, [body])).toMatchObject(whole)
  })

  test('may be split anywhere', async () => {
    const bytes = new TextEncoder().encode(body)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length - 1 }), { maxLength: 40 }), async (cuts) => {
        const places = [0, ...new Set(cuts), bytes.length].toSorted((one, other) => one - other)
        const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place))
        expect(await readCalls(connection, pieces)).toMatchObject(whole)
      }),
      { numRuns: 30 }
    )
  })

  test('that break off are cut, after what has come', async () => {
    const { calls: come, end, error } = await readCalls(connection, [body.slice(0, body.indexOf('Казань'))])
    expect(come[0]).toEqual(calls[0])
    expect(end).toBeUndefined()
    expect(error).toMatchObject({ kind: 'cut', retryable: true })
  })
})

const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const reasonOf = (events: readonly ChatEvent[]) => events.find((one) => one.type === 'end')?.reason

describe('gateways of other formats', () => {
  test('Anthropic: the input may come with the beginning of its block', async () => {
    const tool = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Москва' } }
    const body =
      event('content_block_start', { index: 0, content_block: tool }) +
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta: { stop_reason: 'tool_use' } }) +
      event('message_stop', {})
    const { calls, events } = await readCalls(connectionTo('anthropic'), [body])
    expect(calls).toEqual([{ id: 'toolu_1', name: 'weather', arguments: city('Москва') }])
    expect(reasonOf(events)).toBe('tools')
  })

  test('Responses: only the end of a call may tell of it', async () => {
    const item = { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: city('Москва') }
    const body =
      event('response.output_item.done', { output_index: 0, item }) +
      event('response.completed', { response: { model: 'm', usage: null } })
    const { calls, events } = await readCalls(connectionTo('openai'), [body])
    expect(calls).toEqual([{ id: 'call_1', name: 'weather', arguments: city('Москва') }])
    expect(reasonOf(events)).toBe('tools')
  })

  test('Responses: a limit that is reached in the middle of the arguments', async () => {
    const item = { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '' }
    const body =
      event('response.output_item.added', { output_index: 0, item }) +
      event('response.function_call_arguments.delta', { output_index: 0, delta: '{"ci' }) +
      event('response.incomplete', { response: { model: 'm', incomplete_details: { reason: 'max_output_tokens' } } })
    const { calls, events } = await readCalls(connectionTo('openai'), [body])
    expect(calls).toMatchObject([{ arguments: '{"ci' }])
    expect(reasonOf(events)).toBe('truncated')
  })
})
