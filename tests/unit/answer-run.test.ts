import { describe, expect, test } from 'vitest'
import type { Chunk } from '#durable-objects/answer/chunk.ts'
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
  const appended: Chunk[] = []
  return { appended, append: (chunk: Chunk) => void appended.push(chunk) }
}

describe('driving a provider stream', () => {
  test('every text is passed on at once', async () => {
    const { appended, append } = sink()
    const provider = providerOf(async function* () {
      yield { type: 'text', text: 'раз ' }
      expect(appended).toEqual(['раз '])
      yield { type: 'text', text: 'два' }
      expect(appended).toEqual(['раз ', 'два'])
      yield end
    })
    await runAnswer(provider, request, new AbortController().signal, append)
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
    const result = await runAnswer(provider, request, new AbortController().signal, target.append)
    expect(result.end).toEqual({ kind: 'finished', reason: 'complete' })
    expect([target.appended, result.attempts]).toEqual([['ответ'], 2])
  })

  test('a server error after the first character is final, and what arrived is kept', async () => {
    const target = sink()
    const provider = providerOf(async function* () {
      yield { type: 'text', text: 'начало' }
      throw failure('server')
    })
    const result = await runAnswer(provider, request, new AbortController().signal, target.append)
    expect(result.end).toEqual({ kind: 'failed', failure: { code: 'PROVIDER_FAILED' } })
    expect([target.appended, result.attempts]).toEqual([['начало'], 1])
  })

  test('after a search or a thought a server error is final: the one is billed, the other was shown', async () => {
    for (const piece of [{ type: 'search' }, { type: 'thinking', text: 'Так' }] as const) {
      const target = sink()
      const provider = providerOf(async function* () {
        yield piece
        throw failure('server')
      })
      const result = await runAnswer(provider, request, new AbortController().signal, target.append)
      expect(result).toMatchObject({ attempts: 1, searches: piece.type === 'search' ? 1 : 0, end: { kind: 'failed' } })
    }
  })

  test('an overloaded provider is not retried, and its waiting time is passed on', async () => {
    const target = sink()
    // oxlint-disable-next-line require-yield -- it fails before it says anything
    const provider = providerOf(async function* () {
      throw failure('busy')
    })
    const result = await runAnswer(provider, request, new AbortController().signal, target.append)
    expect(result.end).toEqual({ kind: 'failed', failure: { code: 'PROVIDER_BUSY', retryAfterSeconds: 9 } })
    expect(result.attempts).toBe(1)
  })

  test('an aborted signal ends the answer as stopped, whatever error the provider throws', async () => {
    const target = sink()
    const abort = new AbortController()
    const provider = providerOf(async function* () {
      yield { type: 'text', text: 'часть' }
      abort.abort()
      throw failure('cut')
    })
    const result = await runAnswer(provider, request, abort.signal, target.append)
    expect([result.end, target.appended]).toEqual([{ kind: 'stopped' }, ['часть']])
  })
})
