import { describe, expect, it } from 'vitest'
import { response } from '#contract/v1/responses.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'
import type { ApiRefusal } from '#worker/api/base/errors.ts'
import type { EndOfCall } from '#worker/api/calls/model-call.ts'
import type { NamedTool } from '#worker/api/responses/tools.ts'
import { ResponseWriter } from '#worker/api/responses/writing.ts'

const tools: Record<string, NamedTool> = {
  look: { name: 'look', isCustom: false },
  agents__look: { name: 'look', namespace: 'agents', isCustom: false },
  patch: { name: 'patch', isCustom: true }
}
const writerOf = (isStream: boolean) =>
  new ResponseWriter(
    {
      id: '11-22',
      created: 1,
      model: 'm',
      asked: response.parse({ model: 'm', input: 'hi' }),
      toolOf: (name) => tools[name] ?? { name, isCustom: false }
    },
    isStream
  )
const endOf = (reason: EndOfCall['reason']): EndOfCall => ({
  reason,
  stopText: null,
  billed: { usage: { inputTokens: 12, cachedInputTokens: 4, outputTokens: 3, thinkingTokens: 2 }, costMicros: 19_500 }
})

interface Event {
  type: string
  sequence_number: number
  output_index?: number
  item?: object
  response?: { status: string; output: object[]; error: object | null }
}

/** The events of a text, as a client reads them. */
const eventsOf = (text: string): Event[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => {
      const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? []
      const read = JSON.parse(data) as Event
      expect(read.type).toBe(name)
      return read
    })

function written(pieces: ChatPiece[], reason: EndOfCall['reason']): Event[] {
  const writer = writerOf(true)
  return eventsOf([writer.begin(), ...pieces.map(writer.piece), writer.end(endOf(reason))].join(''))
}
const namesIn = (events: Event[]) => events.map(({ type }) => type.replace('response.', ''))

const calling: ChatPiece[] = [
  { type: 'thinking', text: 'Хм' },
  { type: 'text', text: 'Смот' },
  { type: 'text', text: 'рю' },
  { type: 'tool-call', index: 0, id: 'c1', name: 'agents__look' },
  { type: 'tool-arguments', index: 0, text: '{"a":' },
  { type: 'tool-arguments', index: 0, text: '1}' },
  { type: 'tool-call', index: 1, id: 'c2', name: 'patch' },
  { type: 'tool-arguments', index: 1, text: '{"input":"*** Begin' },
  { type: 'tool-arguments', index: 1, text: ' Patch"}' }
]
const output = [
  { id: 'rs_1122_0', type: 'reasoning', status: 'completed', summary: [{ type: 'summary_text', text: 'Хм' }] },
  {
    id: 'msg_1122_1',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Смотрю', annotations: [], logprobs: [] }]
  },
  {
    id: 'fc_1122_2',
    type: 'function_call',
    status: 'completed',
    call_id: 'c1',
    name: 'look',
    namespace: 'agents',
    arguments: '{"a":1}'
  },
  {
    id: 'ctc_1122_3',
    type: 'custom_tool_call',
    status: 'completed',
    call_id: 'c2',
    name: 'patch',
    input: '*** Begin Patch'
  }
]

describe('a stream', () => {
  it('tells of each item from its beginning to its end, and of all in the last event', () => {
    const events = written(calling, 'tools')
    expect(namesIn(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'output_item.added',
      'custom_tool_call_input.delta',
      'custom_tool_call_input.done',
      'output_item.done',
      'completed'
    ])
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
    expect(events.filter(({ type }) => type.endsWith('item.done')).map(({ item }) => item)).toEqual(output)
    expect(events.at(-1)?.response).toMatchObject({ id: 'resp_11-22', status: 'completed', output })
    expect(events[0]?.response).toMatchObject({ status: 'in_progress', output: [] })
  })

  it('keeps words beside an open call in an item of their own', () => {
    const [call, beginning, rest] = calling.slice(3)
    if (!call || !beginning || !rest) throw new Error('No call')
    const { output: items } =
      written([call, beginning, { type: 'text', text: 'Ждите' }, rest], 'tools').at(-1)?.response ?? {}
    expect(items).toMatchObject([
      { type: 'function_call', arguments: '{"a":1}', status: 'completed' },
      { type: 'message', content: [{ text: 'Ждите' }] }
    ])
  })

  it('does not hand out a call that was cut', () => {
    const events = written(calling.slice(3, 5), 'truncated')
    expect(namesIn(events)).not.toContain('output_item.done')
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ type: 'function_call', status: 'incomplete' }]
      }
    })
  })

  it('is complete when the model refused after its first words, and says so in an item', () => {
    const events = written([{ type: 'text', text: 'Не' }], 'refused')
    expect(namesIn(events).slice(-7)).toEqual([
      'output_item.added',
      'content_part.added',
      'refusal.delta',
      'refusal.done',
      'content_part.done',
      'output_item.done',
      'completed'
    ])
    expect(events.at(-1)?.response?.output).toMatchObject([
      { content: [{ type: 'output_text', text: 'Не' }], status: 'incomplete' },
      { content: [{ type: 'refusal', refusal: expect.any(String) }], status: 'completed' }
    ])
  })

  it.each<[code: string | null, told: string, retryAfter?: number]>([
    ['upstream_failed', 'server_error'],
    ['empty_answer', 'server_error'],
    ['overloaded', 'rate_limit_exceeded', 7],
    ['insufficient_quota', 'insufficient_quota'],
    ['context_length_exceeded', 'context_length_exceeded'],
    ['internal', 'invalid_prompt'],
    ['invalid_api_key', 'invalid_prompt'],
    [null, 'invalid_prompt']
  ])('that fails with %s says %s', (code, told, retryAfter) => {
    const writer = writerOf(true)
    const refusal: ApiRefusal = { status: 500, type: 'x', code, message: 'Нет.', ...(retryAfter && { retryAfter }) }
    const events = eventsOf(writer.begin() + writer.piece({ type: 'text', text: 'Да' }) + writer.error(refusal))
    const [error, last] = events.slice(-2)
    const message = `Нет.${retryAfter ? ' Try again in 7s.' : ''}`
    expect(error).toMatchObject({ type: 'error', code: told, message, param: null })
    expect(last).toMatchObject({ type: 'response.failed', response: { status: 'failed', error: { code: told } } })
    expect(last?.response?.error).toEqual({ code: told, message })
  })
})

describe('a whole body', () => {
  it('has the items and what was counted', () => {
    const writer = writerOf(false)
    for (const piece of calling) expect(writer.piece(piece)).toBe('')
    expect(writer.body(endOf('tools'))).toMatchObject({
      object: 'response',
      status: 'completed',
      output,
      usage: {
        input_tokens: 12,
        input_tokens_details: { cached_tokens: 4 },
        output_tokens: 3,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 15,
        cost: 0.0195
      }
    })
  })

  it('gives a free text as it is when the model wrote it without JSON', () => {
    const writer = writerOf(false)
    writer.piece({ type: 'tool-call', index: 0, id: 'c', name: 'patch' })
    writer.piece({ type: 'tool-arguments', index: 0, text: 'plain {' })
    expect(writer.body(endOf('tools'))).toMatchObject({ output: [{ input: 'plain {' }] })
  })
})
