import { beforeEach, expect, test, vi } from 'vitest'
import { retried } from '#durable-objects/base/retry.ts'

const pauses = () => vi.mocked(scheduler.wait).mock.calls.map(([ms]) => ms)

beforeEach(() => {
  vi.spyOn(scheduler, 'wait').mockResolvedValue()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

/** Fails this often, with its own number each time. */
const failing = (times: number) =>
  vi.fn(async (attempt: number) => {
    if (attempt <= times) throw new Error(`attempt ${attempt}`)
    return `result of ${attempt}`
  })

test('what succeeds at once is done once, without a pause', async () => {
  expect(await retried(failing(0), { attemptsMax: 4, firstPauseMs: 100 })).toBe('result of 1')
  expect(pauses()).toEqual([])
})

test('pauses double up to the longest, and the result is that of the attempt that succeeded', async () => {
  const rules = { attemptsMax: 9, firstPauseMs: 100, pauseMaxMs: 500 }
  expect(await retried(failing(5), rules)).toBe('result of 6')
  expect(pauses()).toEqual([100, 200, 400, 500, 500])
})

test('chance makes a pause at most twice as long, the longest one too', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  await retried(failing(3), { attemptsMax: 4, firstPauseMs: 100, pauseMaxMs: 300 })
  expect(pauses()).toEqual([200, 400, 600])
})

test('the last attempt’s error is thrown, without a pause after it', async () => {
  const work = failing(9)
  await expect(retried(work, { attemptsMax: 3, firstPauseMs: 100 })).rejects.toThrow('attempt 3')
  expect([work.mock.calls.length, pauses()]).toEqual([3, [100, 200]])
})

const isPassing = (error: unknown) => error instanceof Error && error.message === 'attempt 1'

test('an error that another attempt would meet again is thrown at once', async () => {
  const work = failing(9)
  await expect(retried(work, { attemptsMax: 9, firstPauseMs: 100, isPassing })).rejects.toThrow('attempt 2')
  expect([work.mock.calls.length, pauses()]).toEqual([2, [100]])
})
