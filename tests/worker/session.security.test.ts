import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TokenPair } from '#contract/sign-in.ts'
import { digestOf } from '#worker/crypto/digest.ts'
import { closeCodes } from '#contract/live-socket.ts'
import {
  call,
  claimsOf,
  mailsTo,
  newAccount,
  newAddress,
  newestLinkTo,
  post,
  register,
  tokensOf
} from '#tests/support/worker/account.ts'
import { openWith } from '#tests/support/worker/socket.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { moveTheClock, profileStatus, refresh, wait } from '#tests/support/worker/refreshing.ts'

hashCheaply()
moveTheClock()

describe('a stolen refresh token', () => {
  test('used when the owner has used the next one ends the session for both', async () => {
    const { refreshToken: stolen } = await newAccount()
    const second = tokensOf(await refresh(stolen))
    const third = tokensOf(await refresh(second.refreshToken))
    expect(await refresh(stolen)).toMatchObject({ status: 401, body: { code: 'INVALID_REFRESH_TOKEN' } })
    expect(await profileStatus(third.accessToken)).toBe(401)
    expect((await refresh(third.refreshToken)).status).toBe(401)
  })

  const orders: [first: 'thief' | 'owner', second: 'thief' | 'owner'][] = [
    ['thief', 'owner'],
    ['owner', 'thief']
  ]
  test.each(orders)(
    'gives %s and %s different pairs, and the one who comes second with it ends the session',
    async (...order) => {
      const { email, refreshToken: stolen } = await newAccount()
      const held = { thief: stolen, owner: stolen }
      for (const holder of order) {
        wait(33_000)
        held[holder] = tokensOf(await refresh(stolen)).refreshToken
      }
      expect(held.thief).not.toBe(held.owner)
      const [first, second] = order
      const next = tokensOf(await refresh(held[first]))
      expect((await refresh(held[second])).status).toBe(401)
      expect(await profileStatus(next.accessToken)).toBe(401)
      expect((await refresh(next.refreshToken)).status).toBe(401)
      await expect.poll(() => told(email)).toBe(1)
    }
  )

  test('and the owner’s one, used at the same moment, both end', async () => {
    const { refreshToken: stolen } = await newAccount()
    const pairs = (await Promise.all([refresh(stolen), refresh(stolen)])).map(tokensOf)
    const answers = await Promise.all(pairs.map(({ refreshToken }) => refresh(refreshToken)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    for (const { body } of answers.filter(({ status }) => status === 200))
      expect(await profileStatus((body.data!.tokens as TokenPair).accessToken)).toBe(401)
  })
})

const subject = 'Мы завершили один из ваших сеансов'
const told = async (email: string) => (await mailsTo(email, 0)).filter((mail) => mail.subject === subject).length

describe('the owner of a session ended by a stale token', () => {
  test.each([
    ['overtaken once', 2],
    ['from long before', 4]
  ])('gets one mail, and the session’s pages close: %s', async (_, rotations) => {
    const { email, refreshToken: stolen, accessToken } = await newAccount()
    let pair = { accessToken, refreshToken: stolen }
    for (let count = 0; count < rotations; count++) pair = tokensOf(await refresh(pair.refreshToken))
    const { body } = await post('/api/live/ticket', {}, { accessToken: pair.accessToken })
    const { webSocket } = await openWith(String(body.data?.ticket))
    let code = 0
    webSocket!.addEventListener('close', (event) => (code = event.code))
    webSocket!.accept()
    wait(31_000)
    for (let count = 0; count < 3; count++) expect((await refresh(stolen)).status).toBe(401)
    await expect.poll(() => told(email)).toBe(1)
    await expect.poll(() => code).toBe(closeCodes.sessionEnded)
    expect(await told(email)).toBe(1)
  })

  test('gets no mail about made-up tokens or an already ended session', async () => {
    const { email, accessToken, refreshToken } = await newAccount()
    await refresh(bent(refreshToken, 63))
    const second = tokensOf(await refresh(refreshToken))
    await post('/api/auth/logout', {}, { accessToken })
    wait(31_000)
    await refresh(refreshToken)
    await refresh(second.refreshToken)
    await post('/api/auth/reset-password', { email })
    await newestLinkTo(email, 'reset-password')
    expect(await told(email)).toBe(0)
  })
})

/** Changes one bit of one byte of the token. */
const bent = (token: string, at: number) => {
  const bytes = Buffer.from(token, 'base64url')
  bytes[at] = bytes[at]! ^ 1
  return bytes.toString('base64url')
}
describe('a made-up refresh token is refused and ends nothing', () => {
  const forgeries: [name: string, forge: (token: string, accessToken: string) => string][] = [
    ['another parent', (token) => bent(token, 20)],
    ['another random part', (token) => bent(token, 40)],
    ['another tag', (token) => bent(token, 63)],
    ['another session', (token) => bent(token, 0)],
    ['an access token', (_, accessToken) => accessToken.slice(0, 200)],
    ['the session id', (_, accessToken) => claimsOf(accessToken).sid],
    ['a shorter token', (token) => token.slice(0, -4)],
    ['a longer token', (token) => `${token}AAAA`],
    ['the token in standard Base64 with padding', (token) => Buffer.from(token, 'base64url').toString('base64')],
    ['SQL', () => "' or refresh_hash <> '"]
  ]
  test.each(forgeries)('%s', async (_, forge) => {
    const { accessToken, refreshToken } = await newAccount()
    expect((await refresh(forge(refreshToken, accessToken))).status).toBe(401)
    expect(await profileStatus(accessToken)).toBe(200)
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  test.each([undefined, null, '', 7, ['a'], { $ne: '' }, 'a'.repeat(201)])('%j is malformed', async (refreshToken) => {
    expect((await post('/api/auth/refresh', { refreshToken })).status).toBe(400)
  })
})

describe('only one Bearer token in the header is accepted', () => {
  const forms: [name: string, headers: (token: string) => Record<string, string>][] = [
    ['no header', () => ({})],
    ['no scheme', (token) => ({ authorization: token })],
    ['Basic', (token) => ({ authorization: `Basic ${token}` })],
    ['Token', (token) => ({ authorization: `Token ${token}` })],
    ['lower case', (token) => ({ authorization: `bearer ${token}` })],
    ['two spaces', (token) => ({ authorization: `Bearer  ${token}` })],
    ['two tokens', (token) => ({ authorization: `Bearer ${token}, Bearer ${token}` })],
    ['junk behind', (token) => ({ authorization: `Bearer ${token} x` })],
    ['a cookie', (token) => ({ cookie: `accessToken=${token}` })],
    ['another header', (token) => ({ 'x-access-token': token })]
  ]
  let accessToken = ''
  beforeAll(async () => {
    accessToken = (await newAccount()).accessToken
  })

  test.each(forms)('%s is refused', async (_, headers) => {
    const answered = await call('/api/auth/profile', { headers: headers(accessToken) })
    expect(answered).toMatchObject({ status: 401, body: { success: false, code: 'UNAUTHORIZED' } })
  })

  test('a token in the query is refused', async () => {
    expect((await call(`/api/auth/profile?access_token=${accessToken}`)).status).toBe(401)
  })

  test('neither a refresh token nor a link token is an access token', async () => {
    const { refreshToken } = await newAccount()
    expect(await profileStatus(refreshToken)).toBe(401)
    expect(await profileStatus(await register(newAddress()))).toBe(401)
  })
})

test.each(['/api/auth/profile', '/api/user/tokens', '/api/ai/usage'])(
  '%s refuses an access token right after signing out',
  async (path) => {
    const { accessToken } = await newAccount()
    expect((await call(path, { accessToken })).status).toBe(200)
    await post('/api/auth/logout', {}, { accessToken })
    expect(await call(path, { accessToken })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  }
)

test('private answers are not cached', async () => {
  const { accessToken } = await newAccount()
  const { headers } = await call('/api/auth/profile', { accessToken })
  expect(headers['cache-control']).toBe('private, no-store')
})

test('the database holds hashes of the tokens only', async () => {
  const { accessToken, refreshToken } = await newAccount()
  const next = tokensOf(await refresh(refreshToken))
  const row = await env.DB.prepare('select * from sessions where id = ?').bind(claimsOf(accessToken).sid).first()
  expect(row).toMatchObject({
    refresh_hash: digestOf(next.refreshToken),
    previous_refresh_hash: digestOf(refreshToken)
  })
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`${next.refreshToken}|${refreshToken}`))
})
