import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runAnswer } from '#durable-objects/answer/run.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { ChatEvent, ChatProvider, ChatRequest } from '#providers/chat/provider.ts'

const request: ChatRequest = {
  model: 'm',
  turns: [{ role: 'user', text: 'Привет' }],
  outputTokensMax: 100,
  userTag: 'tag'
}
const end: ChatEvent = { type: 'end', reason: 'complete', upstreamModel: 'm-1', usage: null }
const failure = (kind: 'server' | 'busy' | 'cut') =>
  new ProviderFailure('openai', { kind, retryable: true, retryAfterSeconds: kind === 'busy' ? 9 : null })

const providerOf = (...streams: (() => AsyncGenerator<ChatEvent>)[]): ChatProvider => {
  let calls = 0
  return { stream: () => streams[Math.min(calls++, streams.length - 1)]!() }
}

function sink() {
  const appended: string[] = []
  const attempts: number[] = []
  return {
    appended,
    attempts,
    append: (text: string) => void appended.push(text),
    countAttempt: (count: number) => void attempts.push(count)
  }
}

describe('driving a provider stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('deltas that arrive within 30 ms are stored as one', async () => {
    const target = sink()
    const provider = providerOf(async function* () {
      for (const text of ['раз ', 'два ', 'три ']) yield { type: 'text', text } satisfies ChatEvent
      await vi.advanceTimersByTimeAsync(31)
      yield { type: 'text', text: 'четыре' }
      yield end
    })
    await runAnswer(provider, request, new AbortController().signal, target)
    expect(target.appended).toEqual(['раз два три ', 'четыре'])
  })

  test('a burst of text is stored without waiting for the 30 ms', async () => {
    const target = sink()
    const long = 'я'.repeat(2500)
    const provider = providerOf(async function* () {
      yield { type: 'text', text: long }
      expect(target.appended).toEqual([long])
      yield end
    })
    await runAnswer(provider, request, new AbortController().signal, target)
  })

  test('a server error before the first character is retried once', async () => {
    const target = sink()
    const provider = providerOf(
      // oxlint-disable-next-line require-yield -- it fails before it says anything
      async function* () {
        throw failure('server')
      },
      async function* () {
        yield { type: 'text', text: 'ответ' }
        yield end
      }
    )
    const result = await runAnswer(provider, request, new AbortController().signal, target)
    expect(result.end).toEqual({ kind: 'finished', reason: 'complete' })
    expect([target.appended, target.attempts]).toEqual([['ответ'], [1, 2]])
  })

  test('a server error after the first character is final, and what arrived is kept', async () => {
    const target = sink()
    const provider = providerOf(async function* () {
      yield { type: 'text', text: 'начало' }
      throw failure('server')
    })
    const result = await runAnswer(provider, request, new AbortController().signal, target)
    expect(result.end).toEqual({ kind: 'failed', failure: { code: 'PROVIDER_FAILED' } })
    expect([target.appended, target.attempts]).toEqual([['начало'], [1]])
  })

  test('an overloaded provider is not retried, and its waiting time is passed on', async () => {
    const target = sink()
    // oxlint-disable-next-line require-yield -- it fails before it says anything
    const provider = providerOf(async function* () {
      throw failure('busy')
    })
    const result = await runAnswer(provider, request, new AbortController().signal, target)
    expect(result.end).toEqual({ kind: 'failed', failure: { code: 'PROVIDER_BUSY', retryAfterSeconds: 9 } })
    expect(target.attempts).toEqual([1])
  })

  test('an aborted signal ends the answer as stopped, whatever error the provider throws', async () => {
    const target = sink()
    const abort = new AbortController()
    const provider = providerOf(async function* () {
      yield { type: 'text', text: 'часть' }
      abort.abort()
      throw failure('cut')
    })
    const result = await runAnswer(provider, request, abort.signal, target)
    expect([result.end, target.appended]).toEqual([{ kind: 'stopped' }, ['часть']])
  })
})
