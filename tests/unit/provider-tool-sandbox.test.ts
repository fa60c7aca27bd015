// Rounds of tools between the chat adapters and the sandbox, whose checks are those of the real upstreams.
import { describe, expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import type { Send } from '#providers/http/http.ts'
import type { ChatRequest, ChatTurn } from '#providers/chat/provider.ts'
import { createSandbox } from '#sandbox/app.ts'
import { callsOf, weather } from '../support/node/called-tools.ts'
import { createJumpingClock } from '../support/node/sandbox-exchange.ts'
import { chatRequestOf, connectionTo, outcomeOf, textOf } from '../support/node/fake-upstream.ts'

const makers = { openai: 'gpt-6-luna', anthropic: 'claude-sonnet-5-5', xai: 'grok-4.3' } as const
/** Each writes calls in a form of its own. */
const resellers = {
  plain: 'llama-4',
  openrouter: 'openai/gpt-6-luna',
  deepseek: 'deepseek-reasoner',
  qwen: 'qwen-plus',
  gemini: 'gemini-3.5-flash',
  vllm: 'Qwen/Qwen3-32B',
  ollama: 'qwen3:8b',
  bare: 'some-model'
} as const
const models: Record<string, string> = { ...makers, ...resellers }
const names = Object.keys(models)

const connectionOf = (name: string): ChatConnection =>
  name in makers
    ? connectionTo(name as keyof typeof makers)
    : { supplier: name, dialect: 'openai-chat', baseUrl: `http://sandbox.test/resellers/${name}/v1`, apiKey: 'key' }

const { app } = createSandbox({ clock: createJumpingClock() })
const send: Send = async (url, init) => app.fetch(new Request(url, init))

async function ask(name: string, turns: ChatTurn[], changes: Partial<ChatRequest> = {}) {
  const request = { ...chatRequestOf(models[name]!), tools: [weather], turns, ...changes }
  const asked = chatProviderOf(connectionOf(name), { send }).stream(request, new AbortController().signal)
  const { events, error } = await outcomeOf(asked)
  const end = events.find((event) => event.type === 'end')
  return { text: textOf(events), calls: callsOf(events), end, error }
}

const saying = (text: string): ChatTurn[] => [{ role: 'user', text }]

describe.each(names)('%s', (name) => {
  test('calls a tool, and answers with its result', async () => {
    const first = await ask(name, saying('Погода «Москва» [tool]'))
    expect(first).toMatchObject({ text: '', error: null, end: { reason: 'tools' } })
    expect(first.calls).toMatchObject([{ name: 'weather', arguments: '{"city":"Москва"}' }])
    const [call] = first.calls
    const turns: ChatTurn[] = [
      { role: 'system', text: 'Ты помощник.' },
      ...saying('Погода «Москва» [tool]'),
      { role: 'assistant', text: '', toolCalls: first.calls },
      { role: 'tool', callId: call!.id, text: 'ясно, +5' },
      { role: 'system', text: 'Отвечай кратко.' }
    ]
    const second = await ask(name, turns, { system: 'По-русски.' })
    expect(second).toMatchObject({ text: 'Инструмент ответил: «ясно, +5».', error: null, end: { reason: 'complete' } })
  })

  test('calls two at once, and takes both results', async () => {
    const { calls, end } = await ask(name, saying('Погода «Казань» [tools]'))
    expect(end?.reason).toBe('tools')
    expect(calls.map((call) => call.arguments)).toEqual(['{"city":"Казань"}', '{"city":"Казань"}'])
    const results = calls.map(({ id }, index): ChatTurn => ({ role: 'tool', callId: id, text: `ответ ${index}` }))
    const { text } = await ask(name, [
      ...saying('Погода'),
      { role: 'assistant', text: 'Смотрю', toolCalls: calls },
      ...results
    ])
    expect(text).toBe('Инструмент ответил: «ответ 0», «ответ 1».')
  })

  test('takes back the malformed arguments that it wrote', async () => {
    const { calls } = await ask(name, saying('Погода [tool:broken]'))
    expect(calls).toMatchObject([{ name: 'weather', arguments: '{"city":"пример",' }])
    const turns: ChatTurn[] = [
      ...saying('Погода'),
      { role: 'assistant', text: '', toolCalls: calls },
      { role: 'tool', callId: calls[0]!.id, text: 'Это не JSON', isError: true }
    ]
    expect(await ask(name, turns)).toMatchObject({ error: null, text: expect.stringContaining('Это не JSON') })
  })

  test.each(['required', { name: 'weather' }] as const)('calls when it must: %o', async (toolChoice) => {
    const { calls, error } = await ask(name, saying('Привет'), { toolChoice, parallelTools: false })
    expect(error).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test('does not call when it may not', async () => {
    const { calls, text } = await ask(name, saying('Погода [tool]'), { toolChoice: 'none' })
    expect(calls).toEqual([])
    expect(text).toContain('«Погода [tool]»')
  })

  test.each([
    ['обрыв', 'cut'],
    ['недосказано', 'cut'],
    ['битое-событие', 'malformed']
  ])('fails in the middle of the arguments: %s', async (word, kind) => {
    const { error, end } = await ask(name, saying(`Погода «${'Москва'.repeat(20)}» [tools] [сбой:${word}]`))
    expect(error).toMatchObject({ kind })
    expect(end).toBeUndefined()
  })

  test('writes JSON of a schema', async () => {
    const schema = {
      type: 'object',
      properties: { answer: { type: 'string', maxLength: 20 }, count: { type: 'integer', minimum: 3 } },
      required: ['answer', 'count'],
      additionalProperties: false
    }
    const format = { kind: 'schema', name: 'answer', schema, strict: true } as const
    const { text, error } = await ask(name, saying('Ответь «да»'), { format, tools: [{ ...weather, strict: false }] })
    expect(error).toBeNull()
    expect(JSON.parse(text)).toEqual({ answer: 'да', count: expect.any(Number) })
  })

  test('ends before a stop text, with sampling that it takes', async () => {
    const sampling = { temperature: 0.5, topP: 0.9, presencePenalty: 0.1, seed: 1 }
    const { text, end, error } = await ask(name, saying('Подробно'), { stop: ['Главное', '\n\n\n'], sampling })
    expect(error).toBeNull()
    expect(text.trimEnd()).toMatch(/###$/)
    expect(end?.reason).toBe('complete')
  })
})

describe('strict tools', () => {
  const strict = { ...weather, strict: true, parameters: { ...weather.parameters, additionalProperties: false } }

  test.each(names)('%s takes them', async (name) => {
    expect(await ask(name, saying('Погода [tool]'), { tools: [strict] })).toMatchObject({
      error: null,
      end: { reason: 'tools' }
    })
  })
})

test('a tool without parameters is called without arguments', async () => {
  for (const name of names) {
    const { calls, error } = await ask(name, saying('[tool]'), { tools: [{ name: 'now', parameters: {} }] })
    expect({ name, error, calls }).toMatchObject({ error: null, calls: [{ name: 'now', arguments: '{}' }] })
  }
})

test('what an agent sends again with each round is read from the cache', async () => {
  const { end } = await ask('anthropic', saying('Погода [tool]'))
  const written = end?.usage?.cacheWriteTokens ?? 0
  expect(written).toBeGreaterThan(0)
  const turns: ChatTurn[] = [
    ...saying('Погода [tool]'),
    { role: 'assistant', text: 'Смотрю', toolCalls: [{ id: 'a', name: 'weather', arguments: '{}' }] },
    { role: 'tool', callId: 'a', text: 'ясно' }
  ]
  expect((await ask('anthropic', turns)).end?.usage?.cachedInputTokens).toBeGreaterThan(0)
})

test('nothing is called where no tools are offered', async () => {
  const { calls, end, text } = await ask('plain', saying('Погода [tool]'), { tools: [] })
  expect({ calls, reason: end?.reason }).toEqual({ calls: [], reason: 'complete' })
  expect(text).not.toBe('')
})
