// What a caller marks for the cache of Anthropic's dialect, where its instructions stand, and what other dialects make of both.
import { expect, test } from 'vitest'
import type { ChatTurn } from '#providers/chat/provider.ts'
import { weather } from '../support/node/called-tools.ts'
import { bodyOf } from '../support/node/sent-chat.ts'

const mark = { cache_control: { type: 'ephemeral' } }
const picture = { type: 'image/png' as const, base64: 'aGk=' }
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }
const call = { id: 'c1', name: 'weather', arguments: '{}' }

/** A session of Claude Code: instructions also after each result, marks at their end and at that of the last turn. */
const session: ChatTurn[] = [
  { role: 'system', text: 'Счёт' },
  { role: 'system', text: 'Ты агент.', cachedUpTo: true },
  { role: 'user', text: 'Погода?' },
  { role: 'system', text: 'Осталось 9000' },
  { role: 'assistant', text: '', toolCalls: [call], cachedUpTo: true },
  { role: 'system', text: 'Осталось 8000' },
  { role: 'tool', callId: 'c1', text: 'Снег', pictures: [picture], cachedUpTo: true },
  { role: 'user', text: 'Дальше', cachedUpTo: true }
]
const blocks = (text: string, more: object = {}) => [{ type: 'text', text, ...more }]

test('marks stay at their blocks and later instructions in their place, so that the beginning of a session stays the same', async () => {
  const {
    system,
    messages,
    tools,
    cache_control: whole
  } = await bodyOf(
    'anthropic',
    { turns: session, tools: [weather, { ...weather, name: 'look', cachedUpTo: true }] },
    'claude-sonnet-5-5'
  )
  expect(whole).toBeUndefined()
  expect(tools).toMatchObject([{ name: 'weather' }, { name: 'look', ...mark }])
  expect((tools as object[])[0]).not.toHaveProperty('cache_control')
  expect(system).toEqual([...blocks('Счёт'), ...blocks('Ты агент.', mark)])
  expect(messages).toEqual([
    { role: 'user', content: 'Погода?' },
    { role: 'system', content: 'Осталось 9000' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'weather', input: {}, ...mark }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c1', content: [...blocks('Снег'), image], ...mark }]
    },
    { role: 'user', content: blocks('Дальше', mark) },
    { role: 'system', content: 'Осталось 8000' }
  ])
})

test.each(['claude-3-haiku-20240307', 'claude-opus-4-7', 'claude-sonnet-4-20250514', 'some-model'])(
  '%s gets all instructions at the top',
  async (model) => {
    const { system, messages } = await bodyOf('anthropic', { turns: session }, model)
    expect((system as { text: string }[]).map(({ text }) => text)).toEqual([
      'Счёт',
      'Ты агент.',
      'Осталось 9000',
      'Осталось 8000'
    ])
    expect((messages as { role: string }[]).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user'])
  }
)

test.each(['claude-opus-4-8-20260528', 'anthropic/claude-opus-4.9', 'claude-fable-5-2', 'claude-haiku-10'])(
  '%s gets later ones where they were said',
  async (model) => {
    const { messages } = await bodyOf('anthropic', { turns: session }, model)
    expect((messages as { role: string }[]).map(({ role }) => role)).toContain('system')
  }
)

test('instructions behind the last answer are said by the user', async () => {
  const turns: ChatTurn[] = [
    { role: 'user', text: 'а' },
    { role: 'assistant', text: 'б' },
    { role: 'system', text: 'в' }
  ]
  expect((await bodyOf('anthropic', { turns }, 'claude-opus-5-5'))['messages']).toEqual([
    { role: 'user', content: 'а' },
    { role: 'assistant', content: 'б' },
    { role: 'user', content: 'в' }
  ])
})

test('other dialects leave marks out and show the pictures of results behind all of them', async () => {
  const turns: ChatTurn[] = [
    { role: 'user', text: 'Погода?', cachedUpTo: true },
    { role: 'assistant', text: '', toolCalls: [call, { ...call, id: 'c2' }] },
    { role: 'tool', callId: 'c1', text: 'Снег', pictures: [picture] },
    { role: 'tool', callId: 'c2', text: 'Дождь' },
    { role: 'assistant', text: 'Так.' },
    { role: 'user', text: 'Дальше' }
  ]
  const chat = await bodyOf('chat', { turns })
  const roles = (chat['messages'] as { role: string }[]).map(({ role }) => role)
  expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'user', 'assistant', 'user'])
  expect((chat['messages'] as object[])[4]).toMatchObject({ content: [{ type: 'image_url' }] })
  const { input } = await bodyOf('openai', { turns })
  expect((input as object[])[5]).toMatchObject({ role: 'user', content: [{ type: 'input_image' }] })
  expect(JSON.stringify([chat, input])).not.toMatch(/cached/)
})
