// The adapter of `/chat/completions` through Portkey's gateway, which writes the chunks of each supplier anew.
import { describe, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { chatRequestOf, outcomeOf, textOf } from '../support/node/fake-upstream.ts'
import { servePortkey, throughPortkey } from '../support/node/portkey.ts'
import { serveSandbox } from '../support/node/sandbox-server.ts'

const { baseUrl } = servePortkey()
const { origin } = serveSandbox()

const suppliers = {
  openai: { path: '/resellers/first/v1', model: 'deepseek-chat', unknownModel: 'model-gone' },
  // Portkey does not know OpenRouter's errors: it wraps all of them into a sentence of its own.
  openrouter: { path: '/resellers/openrouter', model: 'deepseek/deepseek-reasoner', unknownModel: 'rejected' },
  // Portkey translates the messages into Anthropic's, and its events into chunks.
  anthropic: { path: '/anthropic/v1', model: 'claude-sonnet-5-5', unknownModel: 'model-gone' }
} as const
type Name = keyof typeof suppliers
const names = Object.keys(suppliers) as Name[]

async function ask(name: Name, text: string, apiKey = 'local-key') {
  const { path, model } = suppliers[name]
  const connection = { supplier: 's-portkey00001', dialect: 'openai-chat' as const, baseUrl: baseUrl(), apiKey }
  const provider = chatProviderOf(connection, { send: throughPortkey(name, `${origin()}${path}`) })
  const turns = [
    { role: 'user' as const, text: 'Раз' },
    { role: 'assistant' as const, text: 'Два' },
    { role: 'user' as const, text }
  ]
  const request = { ...chatRequestOf(model), turns, system: 'Отвечай по-русски.' }
  const { events, error } = await outcomeOf(provider.stream(request, new AbortController().signal))
  return { text: textOf(events), end: events.find((event) => event.type === 'end'), error }
}

describe.each(names)("Portkey's %s", (name) => {
  test('gives a whole answer with its model and its tokens', async () => {
    const { text, end, error } = await ask(name, 'Кратко: планы')
    expect(error).toBeNull()
    expect(text).toContain('«Кратко: планы»')
    expect(text).toContain('Вижу предыдущих сообщений: 2.')
    expect(end).toEqual({
      type: 'end',
      reason: 'complete',
      upstreamModel: suppliers[name].model,
      usage: expect.objectContaining({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) })
    })
    expect(end?.usage?.outputTokens).toBeGreaterThanOrEqual(Math.ceil(text.length / 3))
  })

  test.each([
    ['[сбой:429]', { kind: 'busy', retryable: true, status: 429, retryAfterSeconds: 3 }],
    ['[сбой:500]', { kind: 'server', retryable: true, status: 500 }],
    ['[сбой:нет-модели]', { kind: suppliers[name].unknownModel, retryable: false }]
  ])('tells %s', async (word, failure) => {
    expect(await ask(name, word)).toMatchObject({ text: '', error: failure })
  })

  test('tells a wrong key', async () => {
    expect(await ask(name, 'Кратко', 'invalid')).toMatchObject({ error: { kind: 'unauthorized', status: 401 } })
  })

  test('that loses its supplier in the middle is no complete answer', async () => {
    const { text, end, error } = await ask(name, 'Подробно о планах [сбой:недосказано]')
    expect(text).not.toBe('')
    expect(end).toBeUndefined()
    expect(error).toMatchObject({ kind: 'cut', retryable: true })
  })

  test('says that an answer reached its limit', async () => {
    expect((await ask(name, '3000 слов о планах')).end).toMatchObject({ reason: 'truncated' })
  })
})
