import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { call } from '../support/worker/account.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'

test('however often it is asked, health looks at D1, with two queries, and at an object once a second', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const prepare = vi.fn((query: string) => env.DB.prepare(query))
  const DB = changedBinding(env.DB, { prepare })
  const settings = { DB }
  for (let times = 0; times < 20; times++) expect((await call('/api/health', { settings })).status).toBe(200)
  expect(prepare).toHaveBeenCalledTimes(2)
  vi.setSystemTime(Date.now() + 1000)
  expect((await call('/api/health', { settings })).status).toBe(200)
  expect(prepare).toHaveBeenCalledTimes(4)
  vi.useRealTimers()
})
