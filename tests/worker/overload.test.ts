// Overloaded objects and databases: the caller gets 503 with a time to wait, and the call is not repeated.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { call, newAddress, password, post } from '../support/worker/account.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'

const unavailable = {
  status: 503,
  headers: { 'retry-after': '5' },
  body: { success: false, data: null, error: expect.stringMatching(/[а-я]/), code: 'UNAVAILABLE', retryAfter: 5 }
}

test('an overloaded object answers 503 with a time to wait, and is called once', async () => {
  const take = vi.fn(() => Promise.reject(Object.assign(new Error('Too many requests queued'), { overloaded: true })))
  const settings = { LIMITER: { getByName: () => ({ take }) } }
  const answer = await post('/api/auth/login', { email: newAddress(), password }, { settings })
  expect(answer).toMatchObject(unavailable)
  expect(take).toHaveBeenCalledTimes(1)
})

/** D1 that refuses every statement. */
function refusing(error: Error): D1Database {
  const refuse = () => Promise.reject(error)
  const statement = { bind: () => statement, run: refuse, raw: refuse, all: refuse }
  return changedBinding(env.DB, { prepare: () => statement })
}

test('an overloaded database answers 503 with a time to wait', async () => {
  const DB = refusing(new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.'))
  expect(await call('/api/health', { settings: { DB } })).toMatchObject(unavailable)
})

test('any other database error answers 500 without a time to wait', async () => {
  const DB = refusing(new Error('D1_ERROR: no such table: users'))
  const { status, body, headers } = await call('/api/health', { settings: { DB } })
  expect([status, body.code, headers['retry-after']]).toEqual([500, 'INTERNAL', undefined])
})
