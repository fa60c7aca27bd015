// How each dialect sends tools, what they answered, formats, sampling and efforts.
import { describe, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import type { ChatRequest } from '#providers/chat/provider.ts'
import { toolRound, weather } from '../support/node/called-tools.ts'
import {
  answering,
  chatRequestOf,
  connectionTo,
  errorOf,
  outcomeOf,
  resellerConnection
} from '../support/node/fake-upstream.ts'

const connections = {
  openai: connectionTo('openai'),
  xai: connectionTo('xai'),
  anthropic: connectionTo('anthropic'),
  chat: resellerConnection
} satisfies Record<string, ChatConnection>
type Name = keyof typeof connections

async function bodyOf(
  name: Name,
  changes: Partial<ChatRequest>,
  model = 'some-model'
): Promise<Record<string, unknown>> {
  const { send, sent } = answering(() => errorOf(400, '{}'))
  const provider = chatProviderOf(connections[name], { send })
  await outcomeOf(provider.stream(chatRequestOf(model, changes), new AbortController().signal))
  return Object(sent[0]?.body)
}

const round = { turns: toolRound, system: 'По-русски.', tools: [weather] } satisfies Partial<ChatRequest>
const malformed = '{"malformed":"{\\"city\\":"}'

describe('a round of tools', () => {
  test('as items of Responses', async () => {
    expect(await bodyOf('openai', { ...round, parallelTools: false, toolChoice: 'auto' })).toEqual({
      model: 'some-model',
      instructions: 'По-русски.',
      input: [
        { role: 'system', content: 'Ты помощник.' },
        { role: 'user', content: 'Сравни погоду' },
        { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Москва"}' },
        { type: 'function_call', call_id: 'functions.weather:2', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: '+5' },
        { type: 'function_call_output', call_id: 'functions.weather:2', output: 'Нет такого города' },
        { role: 'system', content: 'Отвечай кратко.' },
        { role: 'assistant', content: 'Проверю ещё' },
        { type: 'function_call', call_id: 'call_3', name: 'weather', arguments: malformed },
        { type: 'function_call_output', call_id: 'call_3', output: '' },
        { role: 'user', content: 'Ну что?' }
      ],
      tools: [{ type: 'function', ...weather, strict: false }],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      max_output_tokens: 1024,
      safety_identifier: 'user-tag',
      store: false,
      stream: true
    })
  })

  test('as blocks of Messages, with all instructions in their one place and the beginning cached', async () => {
    expect(await bodyOf('anthropic', { ...round, parallelTools: false })).toEqual({
      model: 'some-model',
      system: 'По-русски.\n\nТы помощник.\n\nОтвечай кратко.',
      messages: [
        { role: 'user', content: 'Сравни погоду' },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Москва' } },
            { type: 'tool_use', id: 'functions_weather_2', name: 'weather', input: {} }
          ]
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: '+5' },
            { type: 'tool_result', tool_use_id: 'functions_weather_2', content: 'Нет такого города', is_error: true }
          ]
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Проверю ещё' },
            { type: 'tool_use', id: 'call_3', name: 'weather', input: { malformed: '{"city":' } }
          ]
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_3' }] },
        { role: 'user', content: 'Ну что?' }
      ],
      tools: [{ name: 'weather', description: weather.description, input_schema: weather.parameters }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      cache_control: { type: 'ephemeral' },
      max_tokens: 1024,
      metadata: { user_id: 'user-tag' },
      stream: true
    })
  })

  test('as messages of chat completions, with the first instructions as one', async () => {
    const call = (id: string, text: string) => ({
      id,
      type: 'function',
      function: { name: 'weather', arguments: text }
    })
    expect(await bodyOf('chat', { ...round, toolChoice: 'required', parallelTools: false })).toEqual({
      model: 'some-model',
      messages: [
        { role: 'system', content: 'По-русски.\n\nТы помощник.' },
        { role: 'user', content: 'Сравни погоду' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [call('call_1', '{"city":"Москва"}'), call('functions.weather:2', '{}')]
        },
        { role: 'tool', tool_call_id: 'call_1', content: '+5' },
        { role: 'tool', tool_call_id: 'functions.weather:2', content: 'Нет такого города' },
        { role: 'system', content: 'Отвечай кратко.' },
        { role: 'assistant', content: 'Проверю ещё', tool_calls: [call('call_3', malformed)] },
        { role: 'tool', tool_call_id: 'call_3', content: '' },
        { role: 'user', content: 'Ну что?' }
      ],
      tools: [{ type: 'function', function: weather }],
      tool_choice: 'required',
      parallel_tool_calls: false,
      max_tokens: 1024,
      user: 'user-tag',
      stream: true,
      stream_options: { include_usage: true }
    })
  })

  test('to suppliers that want back what programs do not send', async () => {
    const assistants = async (model: string) => {
      const { messages } = (await bodyOf('chat', round, model)) as { messages: Record<string, unknown>[] }
      return messages.filter(({ role }) => role === 'assistant')
    }
    expect(await assistants('deepseek-reasoner')).toMatchObject([{ reasoning_content: '' }, { reasoning_content: '' }])
    const [gemini] = await assistants('google/gemini-3.5-flash')
    expect(gemini?.['tool_calls']).toMatchObject([
      { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
      { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }
    ])
  })

  test('nested too deeply to be sent again is a text', async () => {
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`
    const turns: ChatRequest['turns'] = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: '', toolCalls: [{ id: 'c', name: 'weather', arguments: deep }] },
      { role: 'tool', callId: 'c', text: 'b' }
    ]
    const { messages } = (await bodyOf('anthropic', { turns, tools: [weather] })) as { messages: object[] }
    expect(messages[1]).toMatchObject({ content: [{ input: { malformed: deep } }] })
  })
})

describe('turns', () => {
  test('a picture alone has no empty text', async () => {
    const turns: ChatRequest['turns'] = [{ role: 'user', text: '', pictures: [{ type: 'image/png', base64: 'aGk=' }] }]
    const contents = await Promise.all(
      (['openai', 'anthropic', 'chat'] as const).map(async (name) => {
        const { input, messages = input } = await bodyOf(name, { turns })
        return (messages as { content: { type: string }[] }[])[0]?.content.map(({ type }) => type)
      })
    )
    expect(contents).toEqual([['input_image'], ['image'], ['image_url']])
  })

  test('instructions alone are said by the user where somebody must speak', async () => {
    const turns: ChatRequest['turns'] = [
      { role: 'system', text: 'Скажи «да».' },
      { role: 'system', text: 'Кратко.' }
    ]
    expect((await bodyOf('anthropic', { turns }))['messages']).toEqual([
      { role: 'user', content: 'Скажи «да».\n\nКратко.' }
    ])
    expect((await bodyOf('chat', { turns }))['messages']).toEqual([
      { role: 'system', content: 'Скажи «да».\n\nКратко.' }
    ])
  })
})

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
