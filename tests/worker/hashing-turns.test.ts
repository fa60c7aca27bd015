import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hashInTurn, turns } from '#worker/crypto/hashing-turns.ts'

interface Timer {
  at: number
  wake: () => void
}
const timers: Timer[] = []
const startedAt = 1_000_000

const later = (durationMs: number) => vi.setSystemTime(Date.now() + durationMs)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
  turns.nextAt = turns.restUntil = 0
  timers.length = 0
  vi.stubGlobal('setTimeout', (wake: () => void, durationMs: number) => {
    timers.push({ at: Date.now() + durationMs, wake })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Plays an event loop on one thread: runs pending promises first, then the earliest timer. */
async function untilSettled<Result>(everything: Promise<Result>): Promise<Result> {
  const breathe = () => Promise.race([everything, new Promise((resolve) => setImmediate(resolve))])
  for (await breathe(); timers.length > 0; await breathe()) {
    const next = timers.reduce((one, other) => (other.at < one.at ? other : one))
    timers.splice(timers.indexOf(next), 1)
    vi.setSystemTime(Math.max(Date.now(), next.at))
    next.wake()
  }
  return everything
}

/** Starts hashes that block the thread for this long. @returns the start of each, and the errors of refused ones */
async function hashAll(people: number, hashMs: number) {
  const begun: number[] = []
  const refusals: unknown[] = []
  const hash = () =>
    hashInTurn(async () => {
      begun.push(Date.now() - startedAt)
      later(hashMs)
    }).catch((error: unknown) => void refusals.push(error))
  await untilSettled(Promise.all(Array.from({ length: people }, hash)))
  return { begun, refusals }
}

const pausesOf = (begun: number[], hashMs: number) =>
  begun.slice(1).map((at, index) => at - (begun[index] ?? 0) - hashMs)

test('a single hash does not wait', async () => {
  expect((await hashAll(1, 150)).begun).toEqual([0])
  later(50)
  expect((await hashAll(1, 150)).begun).toEqual([300])
})

test('hashes requested at once run one after the other', async () => {
  expect((await hashAll(3, 150)).begun).toEqual([0, 300, 600])
})

test('a large crowd is partly refused, and later requests are accepted again', async () => {
  const { begun, refusals } = await hashAll(85, 150)
  expect([begun.length, refusals.length]).toEqual([67, 18])
  expect(refusals[0]).toMatchObject({ name: 'HashingOverloaded', overloaded: true })
  expect(await hashAll(1, 150)).toMatchObject({ begun: [67 * 300], refusals: [] })
})

test.each([
  [150, 20],
  [220, 20],
  [300, 20],
  [500, 20],
  [1200, 12],
  [5000, 3]
])('between two hashes of %i ms the thread is free for a while', async (hashMs, people) => {
  const { begun, refusals } = await hashAll(people, hashMs)
  expect([begun.length, refusals]).toEqual([people, []])
  expect(Math.min(...pausesOf(begun, hashMs))).toBeGreaterThanOrEqual(Math.min(hashMs, 300))
})

test('a second request during a hash waits for the same pause', async () => {
  expect((await hashAll(1, 1200)).begun).toEqual([0])
  expect((await hashAll(1, 1200)).begun).toEqual([1500])
})

test('slow hashes refuse a part of a crowd instead of blocking the thread', async () => {
  const { begun, refusals } = await hashAll(20, 1200)
  expect(begun.length + refusals.length).toBe(20)
  expect(begun.length).toBeGreaterThanOrEqual(8)
  expect(begun.at(-1)).toBeLessThanOrEqual(20_000 + 1200)
})

test('an error of a hash reaches its caller, and the next hash runs', async () => {
  const failing = hashInTurn(() => Promise.reject(new Error('no memory')))
  await expect(untilSettled(failing)).rejects.toThrow('no memory')
  expect((await hashAll(1, 150)).begun).toEqual([300])
})

test('a clock that jumps back blocks nobody', async () => {
  await hashAll(1, 150)
  later(-86_400_000)
  expect((await hashAll(1, 150)).begun).toEqual([150 - 86_400_000])
})
