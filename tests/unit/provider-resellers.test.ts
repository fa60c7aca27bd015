// The adapter of `/chat/completions` against every reseller that the sandbox plays, each with its own habits.
import { expect, test } from 'vitest'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatRequest, ChatUsage } from '#providers/chat/provider.ts'
import type { Send } from '#providers/http/http.ts'
import { FLAVOUR_NAMES } from '#sandbox/text/chat/flavours.ts'
import { chatRequestOf, outcomeOf, textOf } from '../support/node/fake-upstream.ts'
import { createTimelessSandbox } from '../support/node/sandbox-exchange.ts'

/** One pixel. */
const picture = {
  type: 'image/png' as const,
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
}

async function ask(name: string, apiKey: string, changes: Partial<ChatRequest>) {
  const { fetch } = createTimelessSandbox()
  const send: Send = async (url, init) => fetch(new Request(url, init))
  const baseUrl = `http://sandbox.test/resellers/${name}/v1`
  const provider = chatProviderOf({ supplier: name, dialect: 'openai-chat', baseUrl, apiKey }, { send })
  const request = chatRequestOf('deepseek/deepseek-reasoner', changes)
  const { events, error } = await outcomeOf(provider.stream(request, new AbortController().signal))
  const thinking = events.map((event) => (event.type === 'thinking' ? event.text : '')).join('')
  return { text: textOf(events), thinking, end: events.find((event) => event.type === 'end'), error }
}

const thinks = ['openrouter', 'deepseek', 'qwen', 'vllm', 'ollama']
const caches = ['first', 'openrouter', 'deepseek', 'qwen']
const needsNoKey = ['vllm', 'ollama']

function expectUsage(name: string, usage: ChatUsage | null | undefined, text: string): void {
  if (name === 'bare') return expect(usage).toBeNull()
  expect(usage?.inputTokens).toBeGreaterThan(1500)
  // Thinking is output, also where the supplier counts it in the total alone.
  expect(usage?.outputTokens).toBe(Math.ceil(text.length / 3) + 16)
  expect(usage?.cachedInputTokens !== undefined).toBe(caches.includes(name))
  expect(usage?.costMicros !== undefined).toBe(name === 'openrouter')
}

test.each(['first', ...FLAVOUR_NAMES])('%s is asked with pictures and read to its end', async (name) => {
  const turns = [
    { role: 'user' as const, text: 'Раз' },
    { role: 'assistant' as const, text: '' },
    { role: 'user' as const, text: 'Кратко: что на картинке?', pictures: [picture] }
  ]
  const { text, thinking, end, error } = await ask(name, 'key', { turns, showsThinking: true })
  expect(error).toBeNull()
  expect(text).toContain('Вижу картинку PNG 1×1.')
  expect(thinking.startsWith('Разбираю вопрос')).toBe(thinks.includes(name))
  expect(end).toMatchObject({ reason: 'complete', upstreamModel: 'deepseek/deepseek-reasoner' })
  expectUsage(name, end?.usage, text)
})

test.each(['first', ...FLAVOUR_NAMES])('%s tells what is wrong with a key and a model', async (name) => {
  const keyless = await ask(name, '', {})
  expect(keyless.error).toEqual(
    needsNoKey.includes(name) ? null : expect.objectContaining({ kind: 'unauthorized', retryable: false })
  )
  const unknown = await ask(name, 'key', { model: 'no-such-model' })
  expect(unknown.error).toMatchObject({ provider: name, kind: 'model-gone', retryable: false })
})
