import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeTurn, turns } from '#worker/auth/hashing-turns.ts'

const waits: number[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  turns.nextAt = 0
  waits.length = 0
  vi.stubGlobal('setTimeout', (wake: () => void, durationMs: number) => {
    waits.push(durationMs)
    wake()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const later = (durationMs: number) => vi.setSystemTime(Date.now() + durationMs)

test('who comes alone does not wait', async () => {
  await takeTurn()
  later(200)
  await takeTurn()
  expect(waits).toEqual([])
})

test('who comes together goes one after the other', async () => {
  await Promise.all([takeTurn(), takeTurn(), takeTurn()])
  expect(waits).toEqual([200, 400])
})

test('a crowd is told to come back, and is let in again later', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, takeTurn))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ reason: { name: 'HashingOverloaded', overloaded: true } })
  later(5000)
  await takeTurn()
  expect(waits.at(-1)).toBe(51 * 200 - 5000)
})

test('a clock that goes back keeps nobody out', async () => {
  await takeTurn()
  later(-86_400_000)
  await takeTurn()
  expect(waits).toEqual([])
})
