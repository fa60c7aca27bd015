// A refresh took place, but the answer with the new tokens never reached the browser, which asks again with the old one.
import { randomBytes } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import {
  call,
  claimsOf,
  mailsTo,
  newestLinkTo,
  password,
  post,
  signIn,
  signUp,
  tokensOf
} from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { dayMs, minuteMs, moveTheClock, profileStatus, refresh, wait } from '#tests/support/worker/refreshing.ts'
import { digestOf } from '#worker/crypto/digest.ts'

hashCheaply()
moveTheClock()

describe('the answer of a refresh is lost', () => {
  test('several times in a row, and the same token works again, without a mail', async () => {
    const { email, refreshToken } = await signUp()
    await refresh(refreshToken)
    for (const gapMs of [100, 33_000, 10 * minuteMs, dayMs, 25 * dayMs]) {
      wait(gapMs)
      expect((await refresh(refreshToken)).status).toBe(200)
    }
    const kept = tokensOf(await refresh(refreshToken))
    expect(await profileStatus(kept.accessToken)).toBe(200)
    const next = tokensOf(await refresh(kept.refreshToken))
    wait(11 * minuteMs)
    expect((await refresh(next.refreshToken)).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  const ends: [name: string, end: (account: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>][] = [
    ['signed out', ({ accessToken }) => post('/api/auth/logout', {}, { accessToken })],
    [
      'revoked from another device',
      async ({ email, accessToken }) => {
        const path = `/api/user/sessions/${claimsOf(accessToken).sid}`
        return call(path, { method: 'DELETE', ...tokensOf(await signIn(email)) })
      }
    ],
    [
      'ended by a new password',
      async ({ email }) => {
        const body = { currentPassword: password, newPassword: 'Another-Horse7!' }
        return call('/api/user/password', { method: 'PUT', body, ...tokensOf(await signIn(email)) })
      }
    ]
  ]
  test.each(ends)('and the session is %s: no token of it works, and no mail reports a theft', async (_, end) => {
    const account = await signUp()
    const lost = tokensOf(await refresh(account.refreshToken))
    expect(await end(account)).toMatchObject({ status: 200 })
    wait(33_000)
    for (const token of [account.refreshToken, lost.refreshToken]) expect((await refresh(token)).status).toBe(401)
    await post('/api/auth/reset-password', { email: account.email })
    await newestLinkTo(account.email, 'reset-password')
    expect((await mailsTo(account.email)).map(({ subject }) => subject)).not.toContain(
      'Мы завершили один из ваших сеансов'
    )
  })

  test('while the token is used for the second time the signing secret changes', async () => {
    const { refreshToken } = await signUp()
    await refresh(refreshToken)
    wait(dayMs)
    const settings = { JWT_SECRET: 'the next secret of this deployment, long enough' }
    const kept = tokensOf(await post('/api/auth/refresh', { refreshToken }, { settings }))
    expect((await post('/api/auth/refresh', { refreshToken: kept.refreshToken }, { settings })).status).toBe(200)
  })
})

/** A token that is signed with a secret no longer known: it names no parent. */
const oldToken = () => randomBytes(64).toString('base64url')

test.each([
  ['newest one', 1],
  ['one before, whose answer was lost', 0]
])('a session whose secret is forgotten goes on from the %s', async (_, presented) => {
  const { accessToken } = await signUp()
  const tokens = [oldToken(), oldToken()] as const
  await env.DB.prepare('update sessions set previous_refresh_hash = ?, refresh_hash = ? where id = ?')
    .bind(digestOf(tokens[0]), digestOf(tokens[1]), claimsOf(accessToken).sid)
    .run()
  const kept = tokensOf(await refresh(tokens[presented]!))
  wait(11 * minuteMs)
  expect((await refresh(kept.refreshToken)).status).toBe(200)
})
