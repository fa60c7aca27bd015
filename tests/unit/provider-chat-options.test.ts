// How each dialect sends which tool to call, formats, sampling and efforts.
import { describe, expect, test } from 'vitest'
import type { ChatRequest } from '#providers/chat/provider.ts'
import { weather } from '../support/node/called-tools.ts'
import { bodyOf } from '../support/node/sent-chat.ts'

describe('the choice of a tool', () => {
  const chosen = { tools: [weather], toolChoice: { name: 'weather' } } satisfies Partial<ChatRequest>

  test.each([
    ['openai', { type: 'function', name: 'weather' }],
    ['xai', { type: 'function', name: 'weather' }],
    ['anthropic', { type: 'tool', name: 'weather' }],
    ['chat', { type: 'function', function: { name: 'weather' } }]
  ] as const)('%s: by name', async (name, choice) => {
    expect((await bodyOf(name, chosen))['tool_choice']).toEqual(choice)
  })

  test('is not sent without tools', async () => {
    for (const name of ['openai', 'anthropic', 'chat'] as const)
      expect(await bodyOf(name, { toolChoice: 'required', parallelTools: false, tools: [] })).not.toHaveProperty(
        'tool_choice'
      )
  })

  test('ends the thinking of Claude, except of models that must think: they are free to call', async () => {
    const asked = { ...chosen, showsThinking: true } as const
    expect(await bodyOf('anthropic', asked, 'claude-sonnet-5-5')).toMatchObject({ thinking: { type: 'disabled' } })
    expect(await bodyOf('anthropic', asked, 'claude-fable-5-2')).toMatchObject({
      thinking: { type: 'adaptive' },
      tool_choice: { type: 'auto' }
    })
  })

  test('leaves a search beside it', async () => {
    const { tools } = await bodyOf('openai', { tools: [weather], searchesMax: 2 })
    expect(tools).toMatchObject([{ type: 'function' }, { type: 'web_search' }])
  })
})

describe('JSON', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] }
  const format = { kind: 'schema', name: 'answer', schema, strict: true } as const

  test('of a schema', async () => {
    const whole = { type: 'json_schema', name: 'answer', schema, strict: true }
    expect(await bodyOf('openai', { format })).toMatchObject({ text: { format: whole } })
    expect(await bodyOf('xai', { format })).toMatchObject({ text: { format: whole } })
    expect((await bodyOf('chat', { format }))['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', schema, strict: true }
    })
    expect((await bodyOf('anthropic', { format, effort: 'high' }))['output_config']).toEqual({
      effort: 'high',
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: { n: { type: 'integer' } },
          required: ['n'],
          additionalProperties: false
        }
      }
    })
  })

  test('of any form, which Claude is told in words', async () => {
    const asked = { format: { kind: 'json' }, system: 'Кратко.' } as const
    expect(await bodyOf('openai', asked)).toMatchObject({ text: { format: { type: 'json_object' } } })
    expect(await bodyOf('chat', asked)).toMatchObject({ response_format: { type: 'json_object' } })
    expect((await bodyOf('anthropic', asked))['system']).toMatch(/^Кратко\.\n\nAnswer with one JSON value/)
  })

  test('of any form: OpenAI is told in words where the conversation does not speak of JSON', async () => {
    for (const [name, field] of [
      ['openai', 'input'],
      ['chat', 'messages']
    ] as const) {
      const firstOf = async (text: string) => {
        const body = await bodyOf(name, { format: { kind: 'json' }, turns: [{ role: 'user', text }] })
        return (body[field] as object[])[0]
      }
      const content = expect.stringMatching(/^Answer with one JSON value/)
      expect(await firstOf('Города')).toEqual({ role: 'system', content })
      expect(await firstOf('Города, как json')).toMatchObject({ role: 'user' })
    }
  })
})

describe('sampling', () => {
  const sampling = { temperature: 0.2, topP: 0.9, presencePenalty: 0.5, frequencyPenalty: 0.5, seed: 7 }
  const some = { temperature: 0.2, top_p: 0.9 }
  const all = { ...some, presence_penalty: 0.5, frequency_penalty: 0.5, seed: 7, stop: ['END'] }

  test.each([
    ['openai', 'gpt-6-luna', 'low', {}],
    ['openai', 'gpt-6-luna', 'none', some],
    ['openai', 'gpt-4o', undefined, some],
    ['xai', 'grok-4.3', 'low', some],
    ['anthropic', 'claude-sonnet-5-5', 'low', { stop_sequences: ['END'] }],
    ['chat', 'deepseek-chat', undefined, all],
    ['chat', 'gpt-6-luna', 'low', {}],
    ['chat', 'gpt-6-luna', 'none', some]
  ] as const)('%s, %s, effort %s takes %o', async (name, model, effort, taken) => {
    const body = await bodyOf(name, { sampling, stop: ['END', '\n'], ...(effort && { effort }) }, model)
    const fields = [...Object.keys(all), 'stop_sequences'].filter((field) => field in body)
    const sent = Object.fromEntries(fields.map((field) => [field, body[field]]))
    expect(sent).toEqual('stop' in taken ? { ...taken, stop: ['END', '\n'] } : taken)
  })

  test('what is the default anyway is not sent', async () => {
    const body = await bodyOf('chat', { sampling: { topP: 1, presencePenalty: 0, frequencyPenalty: 0 } })
    for (const field of ['top_p', 'presence_penalty', 'frequency_penalty']) expect(body).not.toHaveProperty(field)
  })
})

test.each([
  ['openai', 'minimal', { reasoning: { effort: 'minimal' } }],
  ['openai', 'max', { reasoning: { effort: 'max' } }],
  ['xai', 'minimal', { reasoning: { effort: 'low' } }],
  ['xai', 'max', { reasoning: { effort: 'high' } }],
  ['chat', 'xhigh', { reasoning_effort: 'high' }],
  ['chat', 'none', { reasoning_effort: 'none' }],
  ['anthropic', 'minimal', { output_config: { effort: 'low' } }],
  ['anthropic', 'xhigh', { output_config: { effort: 'xhigh' } }],
  ['anthropic', 'none', { thinking: { type: 'disabled' } }]
] as const)('%s: effort %s', async (name, effort, expected) => {
  const body = await bodyOf(name, { effort })
  expect(body).toMatchObject(expected)
  if (effort === 'none' && name === 'anthropic') expect(body).not.toHaveProperty('output_config')
})
