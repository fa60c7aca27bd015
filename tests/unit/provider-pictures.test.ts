// Pictures of a turn in each maker's own form.
import { expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import { unreadable } from '#providers/chat/spoken-turns.ts'
import { answering, chatRequestOf, connectionTo, outcomeOf, streamOf } from '../support/node/fake-upstream.ts'

const pictures = [{ type: 'image/png' as const, base64: 'aGk=' }]
const turns = [
  { role: 'user' as const, text: 'Что здесь?', pictures },
  { role: 'assistant' as const, text: 'Кот' },
  { role: 'user' as const, text: 'А тут?' }
]

async function bodyOf(
  provider: 'openai' | 'anthropic' | 'xai',
  asked: ChatTurn[] = turns
): Promise<Record<string, unknown>> {
  const { send, sent } = answering(() => streamOf(['']).response)
  const request = { ...chatRequestOf('any-model'), turns: asked }
  await outcomeOf(chatProviderOf(connectionTo(provider), { send }).stream(request, new AbortController().signal))
  return Object(sent[0]?.body) as Record<string, unknown>
}

test.each(['openai', 'xai'] as const)(
  '%s gets them as data URLs before the text, other turns as they were',
  async (provider) => {
    expect((await bodyOf(provider))['input']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
          { type: 'input_text', text: 'Что здесь?' }
        ]
      },
      { role: 'assistant', content: 'Кот' },
      { role: 'user', content: 'А тут?' }
    ])
  }
)

test('Anthropic gets them as base64 with their type before the text', async () => {
  expect((await bodyOf('anthropic'))['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
        { type: 'text', text: 'Что здесь?' }
      ]
    },
    { role: 'assistant', content: 'Кот' },
    { role: 'user', content: 'А тут?' }
  ])
})

test('xAI gets no picture of a result that it refuses, which would end the session of an agent, and is told so', async () => {
  const found = (['image/webp', 'image/png'] as const).map((type) => ({ type, base64: 'aGk=' }))
  const result: ChatTurn[] = [
    { role: 'user', text: 'Покажи' },
    { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'look', arguments: '{}' }] },
    { role: 'tool', callId: 'c1', text: 'Вот', pictures: found }
  ]
  const shown = async (provider: 'openai' | 'xai') => {
    const { input } = await bodyOf(provider, result)
    const [told, said] = (input as { output?: string; content?: { image_url: string }[] }[]).slice(-2)
    return [told?.output, ...(said?.content ?? []).map((part) => part.image_url)]
  }
  expect(await shown('openai')).toEqual(['Вот', 'data:image/webp;base64,aGk=', 'data:image/png;base64,aGk='])
  expect(await shown('xai')).toEqual([`Вот\n\n${unreadable}`, 'data:image/png;base64,aGk='])
})
