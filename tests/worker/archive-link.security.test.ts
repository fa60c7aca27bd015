import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, claimsOf, password, post, signIn, signUp, tokensOf } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const linkOf = async (accessToken: string) =>
  String((await post('/api/user/export', {}, { accessToken })).body.data?.url)

async function statusOf(url: string): Promise<number> {
  const response = await exports.default.fetch(new Request(url.replace(env.SITE_ORIGIN, 'http://localhost:8787')))
  await response.arrayBuffer()
  return response.status
}

const endings: [name: string, end: (session: { accessToken: string; email: string }) => Promise<unknown>][] = [
  ['signing out', ({ accessToken }) => post('/api/auth/logout', {}, { accessToken })],
  [
    'revoking it from another device',
    async ({ accessToken, email }) => {
      const other = tokensOf(await signIn(email)).accessToken
      return call(`/api/user/sessions/${claimsOf(accessToken).sid}`, { method: 'DELETE', accessToken: other })
    }
  ],
  [
    'a new password on another device',
    async ({ email }) => {
      const other = tokensOf(await signIn(email)).accessToken
      const body = { currentPassword: password, newPassword: 'Another-Horse8!' }
      return call('/api/user/password', { method: 'PUT', accessToken: other, body })
    }
  ],
  [
    'deleting the account',
    ({ accessToken }) => post('/api/user/deletion', { currentPassword: password }, { accessToken })
  ]
]

describe('an archive link', () => {
  test.each(endings)('stops working with its session: %s', async (_, end) => {
    const account = await signUp()
    const url = await linkOf(account.accessToken)
    expect(await statusOf(url)).toBe(200)
    expect(await end(account)).toMatchObject({ status: 200 })
    expect(await statusOf(url)).toBe(404)
  })

  test('does not work with another session of the same person', async () => {
    const { accessToken, email } = await signUp()
    const other = claimsOf(tokensOf(await signIn(email)).accessToken).sid
    const url = await linkOf(accessToken)
    expect(await statusOf(url.replace(/session=[^&]+/, `session=${other}`))).toBe(404)
  })

  test('works 20 times, so that a broken download can be repeated', async () => {
    const { accessToken } = await signUp()
    const url = await linkOf(accessToken)
    const statuses = []
    for (let count = 0; count < 21; count++) statuses.push(await statusOf(url))
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })

  test('can be created five times an hour', async () => {
    const { accessToken } = await signUp()
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await post('/api/user/export', {}, { accessToken })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
