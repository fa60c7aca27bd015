import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Route } from '#domain/models/route.ts'
import { firstWordTotalMs } from '#durable-objects/answer/run.ts'
import { end, failure, fails, hangs, run, says, type Stream } from '../support/node/played-routes.ts'

const mayCall = async ({ supplier }: Route) => supplier !== 'a'

// oxlint-disable-next-line require-yield -- it fails before it says anything
const broken: Stream = async function* () {
  throw new TypeError('bug')
}

const refuses: Stream = async function* () {
  yield { ...end, reason: 'refused' }
}

/** Says something after it was given up: what was on its way. */
const late: Stream = async function* (signal) {
  try {
    yield* hangs(signal)
  } catch {
    yield { type: 'text', text: 'поздно' }
    yield end
  }
}

/** Fails shortly before the time of all routes is over. */
const silent: Stream = async function* (signal) {
  await Promise.race([
    new Promise((_, reject) => setTimeout(() => reject(failure('timeout')), firstWordTotalMs - 5000)),
    hangs(signal).next()
  ])
  yield end
}

/** Pauses for long after its first word. */
const slow: Stream = async function* () {
  yield { type: 'text', text: 'раз' }
  await new Promise((resolve) => setTimeout(resolve, 2 * firstWordTotalMs))
  yield { type: 'text', text: 'два' }
  yield end
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
