// How full the databases are: an operator sees it, and hears of it in time.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { warnOfLargeDatabases } from '#worker/clock/watch-databases.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { operate } from '../support/worker/operator.ts'

/** A database that says that it is so large. */
const large = (database: D1Database, bytes: number): D1Database => {
  const prepare = () => ({ run: () => Promise.resolve({ meta: { size_after: bytes } }) })
  return changedBinding(database, { prepare })
}

test('an operator sees how large each database is, and which takes new accounts', async () => {
  const { status, data } = await operate('GET', '/databases')
  expect(status).toBe(200)
  expect(data).toEqual({
    max_bytes: 10_000_000_000,
    databases: ['DB', 'HISTORY_1', 'HISTORY_2'].map((name) => ({
      name,
      bytes: expect.any(Number),
      open: true,
      too_large: false
    }))
  })
  const { databases } = data as { databases: { bytes: number }[] }
  for (const { bytes } of databases) expect(bytes).toBeGreaterThan(4096)
})

test('an alarm names the databases that fill up, and one that does not answer keeps the others from nothing', async () => {
  const alarm = vi.spyOn(console, 'error').mockReturnValue()
  const down = { prepare: () => ({ run: () => Promise.reject(new Error('D1_ERROR: down')) }) }
  const bindings: Env = {
    ...env,
    HISTORY_OPEN: '2',
    DB: changedBinding(env.DB, down),
    HISTORY_1: large(env.HISTORY_1, 7_000_000_000),
    HISTORY_2: large(env.HISTORY_2, 5_600_000_000)
  }
  expect(await warnOfLargeDatabases(bindings)).toBe(1)
  expect(alarm.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    expect.objectContaining({ event: 'database-large', database: 'HISTORY_2', percent: 56, isOpen: true })
  ])
  expect(await warnOfLargeDatabases(env)).toBe(0)
})
