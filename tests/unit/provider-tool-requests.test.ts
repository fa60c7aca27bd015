// How each dialect sends a round of tools.
import { describe, expect, test } from 'vitest'
import type { ChatRequest } from '#providers/chat/provider.ts'
import { toolRound, weather } from '../support/node/called-tools.ts'
import { bodyOf } from '../support/node/sent-chat.ts'

const round = { turns: toolRound, system: 'По-русски.', tools: [weather] } satisfies Partial<ChatRequest>
const malformed = '{"malformed":"{\\"city\\":"}'

const call = (id: string, text: string) => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: text }
})

const assistants = async (model: string) => {
  const { messages } = (await bodyOf('chat', round, model)) as { messages: Record<string, unknown>[] }
  return messages.filter(({ role }) => role === 'assistant')
}

const sentIds = async (sent: ChatRequest['turns']) => {
  const { input } = (await bodyOf('openai', { turns: sent, tools: [weather] })) as { input: { call_id?: string }[] }
  return input.flatMap(({ call_id: id }) => id ?? [])
}

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

  test('with ids of calls that are too long for Responses, each the same in a call and in its result', async () => {
    const ids = ['a', 'b'].map((end) => `toolu_${'x'.repeat(80)}${end}`)
    const turns: ChatRequest['turns'] = [
      { role: 'user', text: 'Сравни погоду' },
      { role: 'assistant', text: '', toolCalls: ids.map((id) => ({ id, name: 'weather', arguments: '{}' })) },
      ...ids.map((callId) => ({ role: 'tool' as const, callId, text: '+5' }))
    ]
    const [first = '', second = '', ...results] = await sentIds(turns)
    expect(results).toEqual([first, second])
    expect(first).not.toBe(second)
    for (const id of [first, second]) expect(id).toMatch(/^[\w-]{1,64}$/)
    const later = {
      role: 'assistant' as const,
      text: '',
      toolCalls: [{ id: 'c'.repeat(65), name: 'weather', arguments: '' }]
    }
    expect((await sentIds([...turns, later])).slice(0, 4)).toEqual([first, second, first, second])
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
    expect(await assistants('deepseek-reasoner')).toMatchObject([{ reasoning_content: '' }, { reasoning_content: '' }])
    const [gemini] = await assistants('google/gemini-3.5-flash')
    expect(gemini?.['tool_calls']).toMatchObject([
      { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
      { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }
    ])
  })

  test.each([200, 200_000])('nested %i times, too deeply to be sent again, is a text', async (times) => {
    const deep = `${'{"a":'.repeat(times)}1${'}'.repeat(times)}`
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
  test('of one role in thousands are joined without copying them over and over', async () => {
    const text = 'ж'.repeat(2000)
    const said = (role: 'system' | 'user') => Array.from({ length: 2000 }, () => ({ role, text }))
    const before = process.threadCpuUsage()
    await bodyOf('chat', { turns: [...said('system'), ...said('user')] })
    // Copied, they take more than five.
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000)
  })

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
