import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { post, signUp, tokensOf } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

let hosts = 0
const newHost = () => `203.0.113.${++hosts}`
const settings = { LIMIT_REFRESH_PER_MINUTE: '10' }
const refresh = (refreshToken: string, host: string) =>
  post('/api/auth/refresh', { refreshToken }, { settings, headers: { 'cf-connecting-ip': host } })
const madeUp = () => randomBytes(64).toString('base64url')

async function exhaust(host: string): Promise<number[]> {
  const statuses = []
  for (let count = 0; count < 11; count++) statuses.push((await refresh(madeUp(), host)).status)
  return statuses
}

describe('refreshes are limited', () => {
  test('by network for tokens that are not ours', async () => {
    const host = newHost()
    expect(await exhaust(host)).toEqual([...Array(10).fill(401), 429])
    expect(await refresh(madeUp(), host)).toMatchObject({
      headers: { 'retry-after': '6' },
      body: { code: 'RATE_LIMITED', retryAfter: 6 }
    })
  })

  test('by the /64 of an IPv6 network', async () => {
    await exhaust('2001:db8:5:5::1')
    expect((await refresh(madeUp(), '2001:db8:5:5:ffff::2')).status).toBe(429)
  })

  test('by session for real tokens, from any network', async () => {
    let { refreshToken } = await signUp()
    for (let count = 0; count < 10; count++) {
      refreshToken = tokensOf(await refresh(refreshToken, newHost())).refreshToken
    }
    expect((await refresh(refreshToken, newHost())).status).toBe(429)
    vi.setSystemTime(Date.now() + 6000)
    expect((await refresh(refreshToken, newHost())).status).toBe(200)
  })
})

test('made-up tokens from one network do not block a real session there', async () => {
  const host = newHost()
  const { refreshToken } = await signUp()
  await exhaust(host)
  expect((await refresh(refreshToken, host)).status).toBe(200)
})

test('a session over its limit does not block another session in the same network', async () => {
  const host = newHost()
  const [busy, other] = [await signUp(), await signUp()]
  for (let count = 0; count < 11; count++) await refresh(busy.refreshToken, host)
  expect((await refresh(busy.refreshToken, host)).status).toBe(429)
  expect((await refresh(other.refreshToken, host)).status).toBe(200)
})

test('a limited refresh ends nothing: the same token works afterwards', async () => {
  const { refreshToken } = await signUp()
  for (let count = 0; count < 11; count++) await refresh(refreshToken, newHost())
  vi.setSystemTime(Date.now() + 20_000)
  expect((await refresh(refreshToken, newHost())).status).toBe(200)
})
