import { beforeEach, expect, test, vi } from 'vitest'
import type { AnswerEnd } from '#contract/answers.ts'
import { Bell, type ReadableAnswer, Readers, readEvents } from '#durable-objects/answer/reader.ts'
import { parseEvents, requestOf } from '../support/worker/asking.ts'

const asker = { userId: 'user', sessionId: 'session', conversationId: null }

const answerWith = (chunks: string[], end: AnswerEnd | null): ReadableAnswer => ({
  request: requestOf(asker, 'Привет'),
  chunks,
  bell: new Bell(new Readers()),
  end: () => end
})

const settlement = { priceTokens: 5, chargedTokens: 0, returnedTokens: 5, balanceTokens: 5 }
const interrupted: AnswerEnd = {
  type: 'error',
  outcome: 'interrupted',
  failure: { code: 'ANSWER_INTERRUPTED', text: '' },
  settlement
}

const idsAfter = async (answer: ReadableAnswer, lastId: number) =>
  parseEvents(await new Response(readEvents(answer, lastId)).text()).map(({ id, event }) => [id, event.type])

beforeEach(() => {
  vi.useFakeTimers()
})
test('every reader of a silent answer gets a ping every 15 seconds', async () => {
  const silent = answerWith([], null)
  const readers = [readEvents(silent, 0), readEvents(silent, 3)].map((stream) => stream.getReader())
  for (let round = 1; round <= 3; round += 1) {
    const pieces = readers.map((reader) => reader.read())
    await vi.advanceTimersByTimeAsync(15_000)
    for (const { value } of await Promise.all(pieces)) expect(new TextDecoder().decode(value)).toBe(': ping\n\n')
  }
  await Promise.all(readers.map((reader) => reader.cancel()))
})

test('a reader that has more than a restart left is told that the answer was interrupted', async () => {
  const answer = answerWith(['Раз ', 'два'], interrupted)
  expect(await idsAfter(answer, -1)).toEqual([
    [0, 'start'],
    [1, 'delta'],
    [2, 'delta'],
    [3, 'error']
  ])
  expect(await idsAfter(answer, 1)).toEqual([
    [2, 'delta'],
    [3, 'error']
  ])
  expect(await idsAfter(answer, 3)).toEqual([[4, 'error']])
  expect(await idsAfter(answer, 7)).toEqual([[8, 'error']])
})

test('a reader that has the end of a whole answer gets nothing more', async () => {
  const done: AnswerEnd = {
    type: 'done',
    outcome: 'complete',
    upstreamModel: null,
    billing: { siteTokens: 5 },
    settlement
  }
  expect(await idsAfter(answerWith(['Раз'], done), 2)).toEqual([])
})

test('a user’s readers are bounded over all answers: one more disconnects the oldest', async () => {
  const everyone = new Readers(2)
  const answer = () => ({ ...answerWith([], null), bell: new Bell(everyone) })
  const streams = [readEvents(answer(), 0), readEvents(answer(), 0), readEvents(answer(), 0)]
  expect(await streams[0]!.getReader().read()).toMatchObject({ done: true })
  const others = streams.slice(1).map((stream) => stream.getReader())
  const pieces = others.map((reader) => reader.read())
  await vi.advanceTimersByTimeAsync(15_000)
  for (const { done } of await Promise.all(pieces)) expect(done).toBe(false)
  await Promise.all(others.map((reader) => reader.cancel()))
})

test('a reader that takes nothing lets go of its bytes when it is disconnected', async () => {
  const everyone = new Readers(1)
  const answer = () => ({ ...answerWith(['Раз'], null), bell: new Bell(everyone) })
  const stuck = readEvents(answer(), -1)
  const other = readEvents(answer(), 1)
  await expect(new Response(stuck).text()).rejects.toThrow()
  await other.cancel()
})

test('a long answer is written in bounded pieces, all of it', async () => {
  const done: AnswerEnd = {
    type: 'done',
    outcome: 'complete',
    upstreamModel: null,
    billing: { siteTokens: 5 },
    settlement
  }
  const ids = await idsAfter(
    answerWith(
      Array.from({ length: 450 }, () => 'я'),
      done
    ),
    -1
  )
  expect(ids.map(([id]) => id)).toEqual(Array.from({ length: 452 }, (_, id) => id))
})

test('text that comes within a moment is written together, and the end at once', async () => {
  let end: AnswerEnd | null = null
  const chunks: string[] = []
  const answer = { ...answerWith(chunks, null), chunks, end: () => end }
  const reader = readEvents(answer, 0).getReader()
  const next = async () =>
    parseEvents(new TextDecoder().decode((await reader.read()).value)).map(({ id, event }) => [id, event.type])
  const say = async (text: string) => {
    chunks.push(text)
    answer.bell.ringSoon()
    await vi.advanceTimersByTimeAsync(5)
  }
  const first = next()
  // Another reader has left, which is no text.
  answer.bell.ring()
  await say('а')
  expect(await first).toEqual([[1, 'delta']])
  const second = next()
  for (const text of ['б', 'в', 'г']) await say(text)
  await vi.advanceTimersByTimeAsync(20)
  expect(await second).toEqual([2, 3, 4].map((id) => [id, 'delta']))
  const third = next()
  await vi.advanceTimersByTimeAsync(33)
  await say('д')
  expect(await third).toEqual([[5, 'delta']])
  const last = next()
  chunks.push('е')
  answer.bell.ringSoon()
  end = interrupted
  answer.bell.ring()
  expect([...(await last), ...(await next())].map(([id]) => id)).toEqual([6, 7])
})
