import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { listSessions } from '#contract/profile.ts'
import { type TokenPair } from '#contract/sign-in.ts'
import { call, claimsOf, password, post, signIn, signUp, tokensOf } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { dayMs, minuteMs, moveTheClock, profileStatus, refresh, wait } from '#tests/support/worker/refreshing.ts'
import { createApp } from '#worker/app.ts'

hashCheaply()
moveTheClock()

const rowOf = (accessToken: string) =>
  env.DB.prepare('select * from sessions where id = ?').bind(claimsOf(accessToken).sid).first()

test('an access token lasts ten minutes, and the refresh token gives the next pair', async () => {
  const { accessToken, refreshToken } = await signUp()
  wait(9 * minuteMs)
  expect(await profileStatus(accessToken)).toBe(200)
  wait(2 * minuteMs)
  expect(await profileStatus(accessToken)).toBe(401)
  const next = tokensOf(await refresh(refreshToken))
  expect(await profileStatus(next.accessToken)).toBe(200)
  expect(claimsOf(next.accessToken).sid).toBe(claimsOf(accessToken).sid)
  expect(next.refreshToken).not.toBe(refreshToken)
})

test.each([0, 4, 9])('ten refreshes at once all get a working pair, and any one goes on: number %i', async (kept) => {
  const { refreshToken } = await signUp()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)))
  const pairs = answers.map(tokensOf)
  for (const { accessToken } of pairs) expect(await profileStatus(accessToken)).toBe(200)
  wait(10 * minuteMs)
  const next = tokensOf(await refresh(pairs[kept]!.refreshToken))
  expect((await refresh(next.refreshToken)).status).toBe(200)
})

test('five refreshes at once with the child, from tabs that share it, all get a working pair', async () => {
  const { refreshToken } = tokensOf(await refresh((await signUp()).refreshToken))
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)))
  for (const { accessToken } of answers.map(tokensOf)) expect(await profileStatus(accessToken)).toBe(200)
})

test('a session in use ends after 90 days', async () => {
  let { refreshToken } = await signUp()
  for (let day = 0; day < 88; day += 22) {
    wait(22 * dayMs)
    refreshToken = tokensOf(await refresh(refreshToken)).refreshToken
  }
  wait(2 * dayMs)
  expect(await refresh(refreshToken)).toMatchObject({ status: 401, body: { code: 'INVALID_REFRESH_TOKEN' } })
})

test('signing out ends this session at once and no others', async () => {
  const here = await signUp()
  const there = tokensOf(await signIn(here.email))
  expect((await post('/api/auth/logout', {}, { accessToken: here.accessToken })).status).toBe(200)
  expect(await profileStatus(here.accessToken)).toBe(401)
  expect((await refresh(here.refreshToken)).status).toBe(401)
  expect(await profileStatus(there.accessToken)).toBe(200)
})

test('signing out twice succeeds twice', async () => {
  const { accessToken } = await signUp()
  expect((await call('/api/auth/logout', { method: 'POST', accessToken })).status).toBe(200)
  expect((await call('/api/auth/logout', { method: 'POST', accessToken })).status).toBe(200)
})

test('the tokens of a deleted account stop working', async () => {
  const { accessToken, refreshToken, userId } = await signUp()
  await env.DB.prepare('delete from users where id = ?').bind(userId).run()
  expect(await profileStatus(accessToken)).toBe(401)
  expect((await refresh(refreshToken)).status).toBe(401)
})

test('a session stores the address and browser of its last use', async () => {
  const { email } = await signUp()
  const headers = { 'cf-connecting-ip': '2001:db8::7', 'user-agent': 'Opera'.padEnd(400, '!') }
  const { accessToken, refreshToken } = tokensOf(await signIn(email, undefined, { headers }))
  expect(await rowOf(accessToken)).toMatchObject({ ip: '2001:db8::7', user_agent: headers['user-agent'].slice(0, 300) })
  await post(
    '/api/auth/refresh',
    { refreshToken },
    { headers: { 'cf-connecting-ip': '192.0.2.1', 'user-agent': 'Lynx' } }
  )
  expect(await rowOf(accessToken)).toMatchObject({ ip: '192.0.2.1', user_agent: 'Lynx', last_seen_at: Date.now() })
})

test.each([
  ['192.0.2.7', { city: 'Казань', country: 'RU' }, 'Казань, RU'],
  ['192.0.2.7', { country: 'RU' }, 'RU'],
  ['192.0.2.7', { city: '', country: 'T1' }, 'T1'],
  ['192.0.2.7', { city: ['x'], country: 7 }, null],
  // The local runtime invents an edge with a city.
  ['127.0.0.1', { city: 'Austin', country: 'US' }, null]
])('the place of %s comes from the edge, not from the client: %j', async (ip, cf, place) => {
  const { email } = await signUp()
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': ip, 'cf-ipcity': 'Rome', 'x-place': 'Rome' }
  const asked = new Request(`${env.SITE_ORIGIN}/api/auth/login`, { method: 'POST', body, headers, cf })
  const response = await createApp().fetch(asked, env, createExecutionContext())
  const { data } = await response.json<{ data: { tokens: TokenPair } }>()
  const { body: listed } = await call('/api/user/sessions', { accessToken: data.tokens.accessToken })
  const { sessions } = listSessions.output.parse(listed.data)
  expect(sessions.find(({ current }) => current)?.place).toBe(place)
})

test('a changed signing secret keeps sessions, and the previous secret verifies while it is configured', async () => {
  const { accessToken, refreshToken } = await signUp()
  const JWT_SECRET = 'the next secret of this deployment, long enough'
  const graceful = { JWT_SECRET, JWT_SECRET_PREVIOUS: env.JWT_SECRET }
  expect((await call('/api/auth/profile', { accessToken, settings: graceful })).status).toBe(200)
  expect((await call('/api/auth/profile', { accessToken, settings: { JWT_SECRET } })).status).toBe(401)
  const next = tokensOf(await post('/api/auth/refresh', { refreshToken }, { settings: { JWT_SECRET } }))
  expect((await call('/api/auth/profile', { ...next, settings: { JWT_SECRET } })).status).toBe(200)
})
