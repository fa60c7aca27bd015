import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Route } from '#domain/models/route.ts'
import type { Chunk } from '#durable-objects/answer/chunk.ts'
import { firstWordTotalMs, type Routing, runAnswer } from '#durable-objects/answer/run.ts'
import { type FailureKind, ProviderFailure } from '#providers/http/failure.ts'
import type { ChatEvent, ChatRequest } from '#providers/chat/provider.ts'

type Stream = (signal: AbortSignal) => AsyncGenerator<ChatEvent>

const end: ChatEvent = { type: 'end', reason: 'complete', upstreamModel: 'm-1', usage: null }
const failure = (kind: FailureKind) =>
  new ProviderFailure('openai', { kind, retryable: true, retryAfterSeconds: kind === 'busy' ? 9 : null })

const says = (text: string): Stream =>
  async function* () {
    yield { type: 'text', text }
    yield end
  }

const fails = (kind: FailureKind): Stream =>
  // oxlint-disable-next-line require-yield -- it fails before it says anything
  async function* () {
    throw failure(kind)
  }

/** Says nothing until it is given up. */
const hangs: Stream =
  // oxlint-disable-next-line require-yield -- it never says anything
  async function* (signal) {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }

const routeOf = (supplier: string): Route => ({
  supplier,
  model: `${supplier}-model`,
  showsThinking: false,
  outputTokensMax: 100,
  firstWordMs: 60_000,
  listPrice: { inputMicros: 0, outputMicros: 0, searchMicros: 0 }
})

interface World {
  /** The calls of each route, in their order; the last one is repeated. */
  routes: Record<string, Stream[]>
  more?: Partial<Routing>
  firstWordMs?: number
  stop?: AbortSignal
  appended?: Chunk[]
}

/** @returns the result, what was appended, and what became of each call */
async function run(world: World) {
  const { routes, more = {}, firstWordMs = 60_000, stop = new AbortController().signal, appended = [] } = world
  const told: string[] = []
  const calls = new Map<string, number>()
  const request: ChatRequest = { model: 'm', turns: [], outputTokensMax: 100, userTag: 'tag' }
  const routing: Routing = {
    routes: Object.keys(routes).map((supplier) => ({ ...routeOf(supplier), firstWordMs })),
    providerOf: ({ supplier }) => ({
      stream: (_, signal) => {
        const call = calls.get(supplier) ?? 0
        calls.set(supplier, call + 1)
        const streams = routes[supplier]!
        return streams[Math.min(call, streams.length - 1)]!(signal)
      }
    }),
    requestOf: () => request,
    mayCall: async () => true,
    onSucceeded: ({ supplier }) => void told.push(`${supplier} answers`),
    onFailed: ({ supplier }, { kind }) => void told.push(`${supplier} ${kind}`),
    onUntold: ({ supplier }) => void told.push(`${supplier} untold`),
    ...more
  }
  const { route, ...result } = await runAnswer(routing, stop, (chunk) => void appended.push(chunk))
  return { ...result, supplier: route?.supplier ?? null, appended, told }
}

describe('driving a provider stream', () => {
  test('every text is passed on at once', async () => {
    const appended: Chunk[] = []
    const seen: Chunk[][] = []
    const stream: Stream = async function* () {
      yield { type: 'text', text: 'раз ' }
      seen.push([...appended])
      yield { type: 'text', text: 'два' }
      seen.push([...appended])
      yield end
    }
    await run({ routes: { a: [stream] }, appended })
    expect(seen).toEqual([['раз '], ['раз ', 'два']])
  })

  test('a server error before the first character is retried once', async () => {
    const result = await run({ routes: { a: [fails('server'), says('ответ')] } })
    expect(result).toMatchObject({
      end: { kind: 'finished', reason: 'complete' },
      appended: ['ответ'],
      attempts: 2,
      told: ['a server', 'a answers']
    })
  })

  test('a server error after the first character is final, and what arrived is kept', async () => {
    const stream: Stream = async function* () {
      yield { type: 'text', text: 'начало' }
      throw failure('server')
    }
    expect(await run({ routes: { a: [stream], b: [says('другое')] } })).toMatchObject({
      end: { kind: 'failed', failure: { code: 'PROVIDER_FAILED' } },
      appended: ['начало'],
      attempts: 1,
      supplier: 'a'
    })
  })

  test('after a search or a thought a server error is final: the one is billed, the other was shown', async () => {
    for (const piece of [{ type: 'search' }, { type: 'thinking', text: 'Так' }] as const) {
      const stream: Stream = async function* () {
        yield piece
        throw failure('server')
      }
      expect(await run({ routes: { a: [stream], b: [says('другое')] } })).toMatchObject({
        attempts: 1,
        searches: piece.type === 'search' ? 1 : 0,
        end: { kind: 'failed' }
      })
    }
  })

  test('an overloaded provider is not retried, and its waiting time is passed on', async () => {
    expect(await run({ routes: { a: [fails('busy')] } })).toMatchObject({
      end: { kind: 'failed', failure: { code: 'PROVIDER_BUSY', retryAfterSeconds: 9 } },
      attempts: 1
    })
  })

  test('an aborted signal ends the answer as stopped, whatever error the provider throws', async () => {
    const abort = new AbortController()
    const stream: Stream = async function* () {
      yield { type: 'text', text: 'часть' }
      abort.abort()
      throw failure('cut')
    }
    const result = await run({ routes: { a: [stream], b: [says('другое')] }, stop: abort.signal })
    expect(result).toMatchObject({ end: { kind: 'stopped' }, appended: ['часть'] })
  })
})

const mayCall = async ({ supplier }: Route) => supplier !== 'a'

// oxlint-disable-next-line require-yield -- it fails before it says anything
const broken: Stream = async function* () {
  throw new TypeError('bug')
}

const refuses: Stream = async function* () {
  yield { ...end, reason: 'refused' }
}

describe('the next route', () => {
  test.each([
    'network',
    'server',
    'busy',
    'unpaid',
    'unauthorized',
    'model-gone',
    'malformed',
    'cut',
    'timeout'
  ] as const)('is asked after a failure of the route before the first word: %s', async (kind) => {
    expect(await run({ routes: { a: [fails(kind)], b: [says('ответ')] } })).toMatchObject({
      end: { kind: 'finished', reason: 'complete' },
      upstreamModel: 'm-1',
      supplier: 'b',
      appended: ['ответ'],
      attempts: 2,
      told: [`a ${kind}`, 'b answers']
    })
  })

  test('is asked only after the call before it has ended', async () => {
    const order: string[] = []
    const slowToEnd: Stream = async function* () {
      try {
        yield* fails('timeout')(new AbortController().signal)
      } finally {
        await new Promise((resolve) => setTimeout(resolve, 20))
        order.push('a ended')
      }
    }
    const second: Stream = async function* () {
      order.push('b began')
      yield* says('ответ')(new AbortController().signal)
    }
    await run({ routes: { a: [slowToEnd], b: [second] } })
    expect(order).toEqual(['a ended', 'b began'])
  })

  describe('within the time of all routes for the first word', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    test('is not asked when the first has used it up, and nothing of the first arrives afterwards', async () => {
      const late: Stream = async function* (signal) {
        try {
          yield* hangs(signal)
        } catch {
          // What was on its way.
          yield { type: 'text', text: 'поздно' }
          yield end
        }
      }
      const result = run({ routes: { a: [late], b: [says('ответ')] } })
      await vi.advanceTimersByTimeAsync(firstWordTotalMs)
      expect(await result).toMatchObject({
        end: { kind: 'failed', failure: { code: 'PROVIDER_FAILED' } },
        appended: [],
        attempts: 1,
        told: ['a timeout']
      })
    })

    test('is cut off when it hangs too', async () => {
      const silent: Stream = async function* (signal) {
        await Promise.race([
          new Promise((_, reject) => setTimeout(() => reject(failure('timeout')), firstWordTotalMs - 5000)),
          hangs(signal).next()
        ])
        yield end
      }
      const result = run({ routes: { a: [silent], b: [hangs] } })
      await vi.advanceTimersByTimeAsync(firstWordTotalMs)
      expect(await result).toMatchObject({ attempts: 2, told: ['a timeout', 'b timeout'] })
    })

    test('may take as long as the most patient route', async () => {
      const result = run({ routes: { a: [hangs] }, firstWordMs: firstWordTotalMs + 5000 })
      await vi.advanceTimersByTimeAsync(firstWordTotalMs + 4999)
      expect(vi.getTimerCount()).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await result).toMatchObject({ attempts: 1, told: ['a timeout'] })
    })

    test('has all the time after the first word', async () => {
      const slow: Stream = async function* () {
        yield { type: 'text', text: 'раз' }
        await new Promise((resolve) => setTimeout(resolve, 2 * firstWordTotalMs))
        yield { type: 'text', text: 'два' }
        yield end
      }
      const result = run({ routes: { a: [slow] } })
      await vi.advanceTimersByTimeAsync(2 * firstWordTotalMs)
      expect(await result).toMatchObject({ end: { kind: 'finished' }, appended: ['раз', 'два'] })
    })
  })

  test('is not asked when a model or its moderation has refused, or the request was at fault', async () => {
    expect(await run({ routes: { a: [refuses], b: [says('ответ')] } })).toMatchObject({
      end: { kind: 'finished', reason: 'refused' },
      attempts: 1,
      told: ['a untold']
    })
    expect(await run({ routes: { a: [fails('rejected')], b: [says('ответ')] } })).toMatchObject({
      end: { kind: 'failed', failure: { code: 'PROVIDER_FAILED' } },
      attempts: 1
    })
  })

  test('is not asked after the user has stopped', async () => {
    const abort = new AbortController()
    const result = await run({
      routes: { a: [fails('server')], b: [says('ответ')] },
      stop: abort.signal,
      more: { onFailed: () => abort.abort() }
    })
    expect(result).toMatchObject({ end: { kind: 'stopped' }, attempts: 1, appended: [], supplier: 'a' })
  })

  test('is asked when the first may not be called again within this minute', async () => {
    expect(await run({ routes: { a: [says('первый')], b: [says('второй')] }, more: { mayCall } })).toMatchObject({
      appended: ['второй'],
      attempts: 1,
      told: ['a untold', 'b answers']
    })
    expect(await run({ routes: { a: [says('первый')] }, more: { mayCall } })).toMatchObject({
      end: { kind: 'failed', failure: { code: 'PROVIDER_BUSY' } },
      attempts: 0
    })
  })

  test('makes a second call of one route needless', async () => {
    const result = await run({ routes: { a: [fails('server')], b: [fails('server')] } })
    expect(result).toMatchObject({ attempts: 2, told: ['a server', 'b server'], supplier: 'b' })
  })

  test('follows the last failure, when all have failed', async () => {
    const result = await run({ routes: { a: [fails('server')], b: [fails('unpaid')] } })
    expect(result).toMatchObject({ end: { kind: 'failed', failure: { code: 'UNAVAILABLE' } }, attempts: 2 })
  })

  test('is asked after a bug in an adapter', async () => {
    expect(await run({ routes: { a: [broken], b: [says('ответ')] } })).toMatchObject({ appended: ['ответ'] })
  })
})
