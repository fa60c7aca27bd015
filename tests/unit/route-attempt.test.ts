// What is kept of each call of a route: how it ended, how soon its first word came, what it cost.
import { describe, expect, test } from 'vitest'
import { attemptOf } from '#domain/models/route-attempt.ts'
import type { ChatUsage } from '#providers/chat/provider.ts'
import { end, fails, hangs, run, says, type Stream } from '#tests/support/node/played-routes.ts'

const ends = (reason: 'complete' | 'truncated' | 'refused', usage: ChatUsage | null = null): Stream =>
  async function* () {
    yield { type: 'end', reason, upstreamModel: 'm-1', usage }
  }

const breaks: Stream = async function* () {
  yield { type: 'text', text: 'раз' }
  yield* fails('cut')(new AbortController().signal)
}

const thinks: Stream = async function* () {
  yield { type: 'thinking', text: 'хм' }
  yield { type: 'text', text: 'раз' }
  yield end
}

const outcomes = async (routes: Record<string, Stream[]>, stop?: AbortSignal) => {
  const { made } = await run({ routes, ...(stop && { stop }) })
  return made?.map(({ route, outcome, firstWordMs }) => [route.supplier, outcome, firstWordMs !== null])
}

describe('each call is told once, in its order', () => {
  test('a failure, and the route that answers after it', async () => {
    expect(await outcomes({ a: [fails('busy')], b: [says('ответ')] })).toEqual([
      ['a', 'busy', false],
      ['b', 'answered', true]
    ])
  })

  test('the repetition of an only route', async () => {
    expect(await outcomes({ a: [fails('server'), says('ответ')] })).toEqual([
      ['a', 'server', false],
      ['a', 'answered', true]
    ])
  })

  test('what breaks after the first word, a refusal, an end without a word, a thought as the first word', async () => {
    expect(await outcomes({ a: [breaks], b: [says('ответ')] })).toEqual([['a', 'cut', true]])
    expect(await outcomes({ a: [ends('refused')] })).toEqual([['a', 'refused', false]])
    expect(await outcomes({ a: [ends('complete')] })).toEqual([['a', 'empty', false]])
    expect(await outcomes({ a: [thinks] })).toEqual([['a', 'answered', true]])
  })

  test('a stop, before the first word too', async () => {
    expect(await outcomes({ a: [hangs] }, AbortSignal.timeout(1))).toEqual([['a', 'stopped', false]])
  })

  test('none where the supplier may not be called within this minute', async () => {
    const { made } = await run({ routes: { a: [says('ответ')] }, more: { mayCall: async () => false } })
    expect(made).toEqual([])
  })
})

const route = {
  supplier: 's-1',
  model: 'sold/model',
  showsThinking: false,
  outputTokensMax: 100,
  firstWordMs: 1000,
  listPrice: { inputMicros: 2_000_000, outputMicros: 4_000_000, cachedInputMicros: 200_000, searchMicros: 5000 }
}
const call = { route, at: 1, outcome: 'answered', firstWordMs: 5, totalMs: 9, ranModel: 'other', usage: null }

test('an attempt has the cost of its route without a markup, and none where the usage was not told', () => {
  const usage = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 500, searches: 1 }
  expect(attemptOf({ ...call, usage }, 7)).toEqual({
    id: 7,
    at: 1,
    supplier: 's-1',
    upstreamModel: 'sold/model',
    outcome: 'answered',
    firstWordMs: 5,
    totalMs: 9,
    usage,
    // 600 × $2, 400 × $0.2 and 500 × $4 for a million, and a search of $0.005.
    costMicros: 1200 + 80 + 2000 + 5000
  })
  expect(attemptOf(call, 7)).toMatchObject({ usage: null, costMicros: null })
})
