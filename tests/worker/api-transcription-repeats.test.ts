// Recordings that are sent again with an `Idempotency-Key`.
import { expect, test, vi } from 'vitest'
import { caller, hear, outcomeOf } from '../support/worker/hearing.ts'
import { slowDown } from '../support/worker/reading.ts'
import { wavOf } from '../support/worker/sounds.ts'

test('a repeated request gets the first text and pays nothing, another recording is refused', async () => {
  const { user, key } = await caller()
  const options = { headers: { 'idempotency-key': 'order-1' } }
  const first = await hear(key, wavOf(2), {}, options)
  const { spentMicros } = await user.viewMetering()
  expect(spentMicros).toBeGreaterThan(0)
  expect(await hear(key, wavOf(2), {}, options)).toEqual(first)
  expect((await user.viewMetering()).spentMicros).toBe(spentMicros)
  expect(await outcomeOf(hear(key, wavOf(3), {}, options))).toBe('422 idempotency_key_reused')
})

test('a client that may repeat its request leaves, and finds the text when it comes again', async () => {
  await slowDown(3)
  const { user, key } = await caller()
  const leaving = new AbortController()
  const headers = { 'idempotency-key': 'left' }
  const heard = hear(key, wavOf(2), {}, { headers, signal: leaving.signal })
  heard.catch(() => undefined)
  await vi.waitFor(async () => expect((await user.viewMetering()).openCalls).toBe(1), { timeout: 20_000 })
  leaving.abort()
  expect((await hear(key, wavOf(2), {}, { headers })).text).toMatch(/[а-я]/)
  const { spentMicros } = await user.viewMetering()
  expect(spentMicros).toBeGreaterThan(0)
  await hear(key, wavOf(2), {}, { headers })
  expect((await user.viewMetering()).spentMicros).toBe(spentMicros)
})
