// The chat adapters against the sandbox, for every fault that it can play, at real pace on a fake clock.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chatTimeouts } from '#providers/chat/chat-stream.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { ChatConnection } from '#providers/chat/connection.ts'
import type { Send } from '#providers/http/http.ts'
import { upstreamPrices } from '#domain/upstreams/list-prices.ts'
import { createSandbox } from '#sandbox/app.ts'
import { TEXT_FAULTS } from '#sandbox/base/faults.ts'
import type { TextFault } from '#sandbox/base/faults.ts'
import { chatRequestOf, connectionTo, outcomeOf, textOf } from '../support/node/fake-upstream.ts'

const models = {
  openai: 'gpt-6-luna',
  anthropic: 'claude-sonnet-5-5',
  xai: 'grok-4.3',
  plain: 'deepseek-chat',
  openrouter: 'deepseek/deepseek-reasoner',
  gemini: 'google/gemini-3.5-flash'
}
const makers = ['openai', 'anthropic', 'xai'] as const
const names = [...makers, 'plain', 'openrouter', 'gemini'] as const
type Name = (typeof names)[number]

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** Advances the fake clock until the work is done. */
async function underWay<Result>(work: Promise<Result>): Promise<Result> {
  const progress = { isDone: false }
  const noted = work.finally(() => (progress.isDone = true))
  while (!progress.isDone) await vi.advanceTimersByTimeAsync(100)
  return noted
}

const connectionOf = (name: Name, apiKey: string): ChatConnection => {
  const maker = makers.find((one) => one === name)
  if (maker) return connectionTo(maker, { apiKey })
  return { supplier: name, dialect: 'openai-chat', baseUrl: `http://sandbox.test/resellers/${name}/v1`, apiKey }
}

async function ask(name: Name, prompt: string, changes: { key?: string; model?: string } = {}) {
  const { app, state } = createSandbox()
  const send: Send = async (url, init) => app.fetch(new Request(url, init))
  const { key = 'key', model = models[name] } = changes
  const provider = chatProviderOf(connectionOf(name, key), { send })
  const turns = [{ role: 'user' as const, text: prompt }]
  const request = { ...chatRequestOf(model), turns, system: 'Отвечай по-русски.', effort: 'low' as const }
  const startedAt = Date.now()
  const { events, error } = await underWay(outcomeOf(provider.stream(request, new AbortController().signal)))
  // The sandbox handles the closed connection a moment later.
  await vi.advanceTimersByTimeAsync(10)
  const [call] = state.calls.list()
  const end = events.find((event) => event.type === 'end')
  return { text: textOf(events), end, error, call, tookMs: Date.now() - startedAt }
}

describe.each(names)('%s in the sandbox', (name) => {
  test('answers in Russian, with model and usage', async () => {
    const { text, end, error, call } = await ask(name, 'Напиши план занятий')
    expect(error).toBeNull()
    expect(text).toContain('«Напиши план занятий»')
    expect(end).toEqual({
      type: 'end',
      reason: 'complete',
      upstreamModel: models[name],
      usage: expect.objectContaining({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) })
    })
    expect(call).toMatchObject({ status: 200, outcome: 'completed', sentCharacters: text.length })
  })

  test('ends as truncated at the output limit', async () => {
    const { end, error } = await ask(name, '3000 слов о планах')
    expect(error).toBeNull()
    expect(end).toMatchObject({ reason: 'truncated', usage: { outputTokens: 1024 } })
  })

  test('reports a wrong key and an unknown model', async () => {
    const { error: keyError } = await ask(name, 'Привет', { key: 'invalid' })
    expect(keyError).toMatchObject({ kind: 'unauthorized', retryable: false })
    const { error: modelError } = await ask(name, 'Привет', { model: 'no-such-model' })
    expect(modelError).toMatchObject({ kind: 'model-gone', retryable: false })
  })
})

test.each(Object.entries(upstreamPrices))(
  '%s, to which a model may be sent, answers there',
  async (model, { provider }) => {
    expect((await ask(provider, 'Кратко', { model })).error).toBeNull()
  }
)

interface Expected {
  end?: 'complete' | 'refused'
  failure?: { kind: string; retryable: boolean; status?: number | null; retryAfterSeconds?: number | null }
  /** Whether text arrived before the end. */
  speaks: boolean
  /** The outcome that the sandbox recorded. */
  outcome: string
}

const midway = (kind: string, retryable: boolean, outcome: string): Expected => ({
  failure: { kind, retryable, status: null },
  speaks: true,
  outcome
})

const unspoken = (kind: string, retryable: boolean, outcome: string): Expected => ({
  failure: { kind, retryable },
  speaks: false,
  outcome
})

const refusedCall = (status: number, kind: string, retryable: boolean, retryAfterSeconds: number | null): Expected => ({
  failure: { kind, retryable, status, retryAfterSeconds },
  speaks: false,
  outcome: 'error'
})

const unpaidStatus = { openai: 429, anthropic: 429, xai: 403, plain: 402, openrouter: 402, gemini: 429 }

const expectations: Record<TextFault, (name: Name) => Expected> = {
  'slow-start': () => ({ end: 'complete', speaks: true, outcome: 'completed' }),
  'slow-stream': () => ({ end: 'complete', speaks: true, outcome: 'completed' }),
  cut: () => midway('cut', true, 'cut'),
  truncated: () => midway('cut', true, 'cut'),
  failed: () => midway('server', true, 'error'),
  'limited-midway': () => midway('busy', true, 'error'),
  'rate-limit': () => refusedCall(429, 'busy', true, 3),
  quota: (name) => refusedCall(unpaidStatus[name], 'unpaid', false, null),
  'server-error': () => refusedCall(500, 'server', true, null),
  overloaded: (name) => refusedCall(name === 'anthropic' ? 529 : 503, 'busy', true, null),
  refusal: (name) => ({ end: name === 'xai' ? 'complete' : 'refused', speaks: true, outcome: 'refused' }),
  moderation: () => ({ end: 'refused', speaks: false, outcome: 'refused' }),
  malformed: () => midway('malformed', false, 'error'),
  empty: () => ({ end: 'complete', speaks: false, outcome: 'completed' }),
  endless: () => midway('timeout', true, 'aborted'),
  'no-answer': () => unspoken('timeout', true, 'aborted'),
  'pings-only': () => unspoken('timeout', true, 'aborted'),
  'cut-at-start': () => unspoken('cut', true, 'cut'),
  'model-gone': () => unspoken('model-gone', false, 'error'),
  page: () => unspoken('malformed', false, 'error'),
  'bad-gateway': () => unspoken('server', true, 'error')
}

describe('every fault of the sandbox', () => {
  const rows = names.flatMap((name) => TEXT_FAULTS.map((fault) => [name, fault.word, fault.name] as const))

  test.each(rows)('%s: fault %s', async (name, word, fault) => {
    const expected = expectations[fault](name)
    const { text, end, error, call } = await ask(name, `Расскажи о планах ${word}`)
    expect(call).toMatchObject({ fault, outcome: expected.outcome })
    expect(text !== '').toBe(expected.speaks)
    expect(text).toHaveLength(call?.sentCharacters ?? 0)
    if (expected.failure) expect(error).toMatchObject({ name: 'ProviderFailure', provider: name, ...expected.failure })
    else expect(error).toBeNull()
    expect(end?.reason).toBe(expected.end)
  })

  test.each(makers)('%s: a slow start and a slow stream are waited for, silence is not', async (name) => {
    expect((await ask(name, 'Кратко о планах [сбой:медленный-старт]')).tookMs).toBeGreaterThan(20_000)
    expect((await ask(name, '300 слов [сбой:медленный-поток]')).tookMs).toBeGreaterThan(300 * 300)
    const { tookMs } = await ask(name, 'Кратко о планах [сбой:молчание]')
    expect(tookMs).toBeGreaterThan(chatTimeouts.idleMs)
    expect(tookMs).toBeLessThan(chatTimeouts.idleMs + 10_000)
  })
})
