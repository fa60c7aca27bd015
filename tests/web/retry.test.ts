import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/src/base/http/api-error.ts'
import { blipPauseMs, pause, retried } from '#web/src/base/http/retry.ts'

beforeEach(() => void vi.useFakeTimers())

const error = (status: number, code = 'INTERNAL') => new ApiError('Failed', { status, code })

describe('a retry', () => {
  it('waits as long as `pauseOf` says, and returns the result of the attempt that succeeds', async () => {
    const work = vi.fn(async () => (work.mock.calls.length < 3 ? Promise.reject(error(500)) : 'done'))
    const result = retried(work, (failures) => (failures + 1) * 1000)
    await vi.advanceTimersByTimeAsync(999)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await result).toBe('done')
  })

  it('throws the error that has no pause', async () => {
    const work = vi.fn(() => Promise.reject(error(503)))
    const result = expect(retried(work, (failures) => (failures < 2 ? 100 : null))).rejects.toThrow(error(503))
    await vi.advanceTimersByTimeAsync(200)
    await result
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('ends when it is aborted during a pause', async () => {
    const leaving = new AbortController()
    const work = vi.fn(() => Promise.reject(error(503)))
    const result = expect(retried(work, () => 100, leaving.signal)).rejects.toThrow('Left')
    await vi.advanceTimersByTimeAsync(50)
    leaving.abort(new Error('Left'))
    await result
    expect([work.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  })

  it.each([
    ['the network', error(0), [400, 1200, null]],
    ['the server', error(503), [400, 1200, null]],
    ['an id that is used up', error(503, 'JOB_NOT_SUBMITTED'), [null, null, null]],
    ['a refusal', error(402), [null, null, null]],
    ['a bug', new TypeError('x is not a function'), [null, null, null]]
  ])('after %s', (_, failure, pauses) => {
    expect([0, 1, 2].map((failures) => blipPauseMs(failures, failure))).toEqual(pauses)
  })
})

describe('a pause', () => {
  it('does not start when it is already aborted', async () => {
    await expect(pause(1000, AbortSignal.abort(new Error('Left')))).rejects.toThrow('Left')
    expect(vi.getTimerCount()).toBe(0)
  })
})
