import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookTurn, emptyTurns, hashInTurn, isCrowded, type Lane, turns, waitOf } from '#worker/crypto/hashing-turns.ts'

interface Timer {
  at: number
  wake: () => void
}
const timers: Timer[] = []
const startedAt = 1_000_000

const later = (durationMs: number) => vi.setSystemTime(Date.now() + durationMs)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
  Object.assign(turns, emptyTurns())
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

test('a clock that jumps back blocks no request', async () => {
  await hashAll(1, 150)
  later(-86_400_000)
  expect((await hashAll(1, 150)).begun).toEqual([150 - 86_400_000])
})

/** Starts a crowd of strangers and, each after its delay, people on known devices. @returns the starts of each lane */
async function hashInLanes(people: number, knownAfterMs: number[], hashMs: number) {
  const begun: Record<Lane, number[]> = { known: [], other: [] }
  const hash = (lane: Lane) =>
    hashInTurn(async () => {
      begun[lane].push(Date.now() - startedAt)
      later(hashMs)
    }, bookTurn(lane))
  const known = knownAfterMs.map(async (durationMs) => {
    await new Promise((resolve) => setTimeout(resolve, durationMs))
    await hash('known')
  })
  await untilSettled(Promise.all([...Array.from({ length: people }, () => hash('other')), ...known]))
  return begun
}

test('a known device waits only for the hash that is running, and the crowd behind it keeps its order and pauses', async () => {
  const { known, other } = await hashInLanes(30, [1000, 1000, 4000], 150)
  expect(known[0]).toBeLessThanOrEqual(1000 + 300)
  expect(known[1]).toBeLessThanOrEqual(1000 + 600)
  expect(known[2]).toBeLessThanOrEqual(4000 + 300)
  expect(other).toHaveLength(30)
  const all = [...known, ...other].toSorted((one, next) => one - next)
  expect(Math.min(...pausesOf(all, 150))).toBeGreaterThanOrEqual(150)
  expect(all.at(-1)).toBeLessThanOrEqual(33 * 300)
})

test('a known device comes first also on a machine that hashes slowly', async () => {
  const { known } = await hashInLanes(15, [1000, 5000], 600)
  expect(known[0]).toBeLessThanOrEqual(1000 + 1200)
  expect(known[1]).toBeLessThanOrEqual(5000 + 1200)
})

test('a turn that a cancelled request leaves unused delays others by no more than itself', async () => {
  bookTurn('known')
  bookTurn('other')
  expect((await hashInLanes(1, [], 150)).other).toEqual([600])
})

test('a lane is crowded from the fourth waiting turn on, and for a while after it has emptied', async () => {
  for (let booked = 0; booked < 3; booked++) bookTurn('other')
  expect([waitOf('other'), isCrowded('other')]).toEqual([900, false])
  bookTurn('other')
  expect([isCrowded('other'), waitOf('known'), isCrowded('known')]).toEqual([true, 0, false])
  later(14_000)
  expect([waitOf('other'), isCrowded('other')]).toEqual([0, true])
  later(1000)
  expect(isCrowded('other')).toBe(false)
})
