import { createHmac, generateKeyPairSync } from 'node:crypto'
import { base64url, exportJWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readAccessToken, signAccessToken } from '#worker/crypto/access-token.ts'
import { keyringOf } from '#worker/crypto/keyring.ts'
import { newRefreshToken } from '#worker/crypto/refresh-token.ts'

const settings = { SITE_ORIGIN: 'https://site.example', JWT_SECRET: 'a secret of this test, longer than 32 characters' }
const caller = { userId: 'user-1', sessionId: '0b54e3a6-42a4-4b4c-9d3c-3d5a9f4b7f10' }
const { current } = keyringOf(settings)
const nowSeconds = Math.floor(Date.now() / 1000)

const header: JWTHeaderParameters = { alg: 'HS256', typ: 'at+jwt', kid: current.id }
const payload: JWTPayload = {
  iss: settings.SITE_ORIGIN,
  aud: `${settings.SITE_ORIGIN}/api`,
  sub: caller.userId,
  sid: caller.sessionId,
  iat: nowSeconds,
  exp: nowSeconds + 600
}

const json = (value: unknown) => base64url.encode(JSON.stringify(value))
const unsigned = (forged: object) => `${json({ ...header, ...forged })}.${json(payload)}.`
const signed = (head: object, body: JWTPayload, secret: Uint8Array = current.secret) =>
  new SignJWT(body).setProtectedHeader({ ...header, ...head }).sign(secret)
/** Signs any header with our own secret, so that only the header can be the reason for a refusal. */
function handSigned(rawHeader: string): string {
  const data = `${base64url.encode(rawHeader)}.${json(payload)}`
  return `${data}.${createHmac('sha256', current.secret).update(data).digest('base64url')}`
}
const without = (claim: keyof JWTPayload) => {
  const { [claim]: _, ...rest } = payload
  return rest
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a token signed here is accepted for ten minutes', async () => {
  vi.useFakeTimers({ now: nowSeconds * 1000 })
  const token = signAccessToken(settings, caller, Date.now())
  expect(readAccessToken(settings, token)).toEqual(caller)
  vi.setSystemTime((nowSeconds + 599) * 1000)
  expect(readAccessToken(settings, token)).toEqual(caller)
  vi.setSystemTime((nowSeconds + 606) * 1000)
  expect(readAccessToken(settings, token)).toBeNull()
})

test('the hand-made tokens of this file are accepted while nothing in them is forged', async () => {
  expect(readAccessToken(settings, await signed({}, payload))).toEqual(caller)
  expect(readAccessToken(settings, handSigned(JSON.stringify(header)))).toEqual(caller)
})

test('after a change of the secret the previous one still verifies tokens, and signs no new ones', async () => {
  const old = signAccessToken(settings, caller, Date.now())
  const rotated = { ...settings, JWT_SECRET: 'another secret, also longer than 32 characters' }
  expect(readAccessToken(rotated, old)).toBeNull()
  const graceful = { ...rotated, JWT_SECRET_PREVIOUS: settings.JWT_SECRET }
  expect(readAccessToken(graceful, old)).toEqual(caller)
  expect(readAccessToken(settings, signAccessToken(graceful, caller, Date.now()))).toBeNull()
})

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const attackerSecret = new TextEncoder().encode('a secret of the attacker, longer than 32 characters')
const otherAlgorithm = (algorithm: string) => new SignJWT(payload).setProtectedHeader({ ...header, alg: algorithm })

const attacks: [name: string, token: () => string | Promise<string>][] = [
  ...['none', 'None', 'NONE', 'nOnE', 'noNe', ''].map(
    (alg) => [`no algorithm, spelt "${alg}"`, () => unsigned({ alg })] as [string, () => string]
  ),
  ['an empty signature', async () => (await signed({}, payload)).replace(/[^.]+$/, '')],
  ['no signature part', async () => (await signed({}, payload)).replace(/\.[^.]+$/, '')],
  ['a flipped signature', async () => (await signed({}, payload)).replace(/.{4}$/, 'AAAA')],
  [
    'another user under the old signature',
    async () => {
      const [head, , signature] = (await signed({}, payload)).split('.')
      return `${head}.${json({ ...payload, sub: 'user-2' })}.${signature}`
    }
  ],
  ['the secret of an attacker', () => signed({}, payload, attackerSecret)],
  ['an empty secret', () => signed({}, payload, new Uint8Array(32))],
  [
    'HS384 with the right secret',
    () => otherAlgorithm('HS384').sign(new Uint8Array([...current.secret, ...current.secret]))
  ],
  ['RS256 with the attacker’s key', () => otherAlgorithm('RS256').sign(privateKey)],
  [
    'a public key as HMAC secret',
    () => signed({}, payload, new TextEncoder().encode(publicKey.export({ type: 'spki', format: 'pem' }).toString()))
  ],
  ['an unknown key id', () => signed({ kid: 'other' }, payload)],
  ['a key id that is a path', () => signed({ kid: '../../dev/null' }, payload, new Uint8Array(32))],
  ['a key id that is SQL', () => signed({ kid: "' or 1=1 --" }, payload)],
  ['a key id that is a prototype key', () => signed({ kid: '__proto__' }, payload)],
  ['no key id', () => new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(current.secret)],
  ['a key address', () => signed({ jku: 'https://evil.example/keys.json' }, payload)],
  ['a certificate address', () => signed({ x5u: 'https://evil.example/cert.pem' }, payload)],
  ['an embedded key', async () => signed({ jwk: await exportJWK(publicKey) }, payload, attackerSecret)],
  ['an extension declared critical', () => handSigned(JSON.stringify({ ...header, crit: ['evil'], evil: true }))],
  ['an unencoded payload', () => handSigned(JSON.stringify({ ...header, crit: ['b64'], b64: false }))],
  ['the algorithm twice', () => handSigned(`{"alg":"HS256","alg":"none","typ":"at+jwt","kid":"${current.id}"}`)],
  ['another type', () => signed({ typ: 'JWT' }, payload)],
  ['no type', () => new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: current.id }).sign(current.secret)],
  ['another issuer', () => signed({}, { ...payload, iss: 'https://evil.example' })],
  ['another audience', () => signed({}, { ...payload, aud: 'https://site.example/other' })],
  ['the time is over', () => signed({}, { ...payload, iat: nowSeconds - 700, exp: nowSeconds - 60 })],
  ['not valid yet', () => signed({}, { ...payload, nbf: nowSeconds + 300 })],
  ['made in the future', () => signed({}, { ...payload, iat: nowSeconds + 3600, exp: nowSeconds + 4200 })],
  ['a life of a year', () => signed({}, { ...payload, iat: nowSeconds - 700, exp: nowSeconds + 31_536_000 })],
  ['a time that is text', () => signed({}, { ...payload, exp: '9999999999' as unknown as number })],
  ...(['sub', 'sid', 'iat', 'exp', 'iss', 'aud'] as const).map(
    (claim) => [`no ${claim}`, () => signed({}, without(claim))] as [string, () => Promise<string>]
  ),
  ['a session that is no text', () => signed({}, { ...payload, sid: { $ne: '' } })],
  ['a refresh token', () => newRefreshToken(settings, caller.sessionId)],
  ['five parts', async () => `${await signed({}, payload)}.a.b`],
  ['junk', () => 'a.b.c'],
  ['a JSON array as header', () => `${json(['HS256'])}.${json(payload)}.AAAA`]
]

describe('forged tokens are refused without an outbound request', () => {
  test.each(attacks)('%s', async (_, token) => {
    const fetched = vi.fn<typeof fetch>()
    vi.stubGlobal('fetch', fetched)
    expect(readAccessToken(settings, await token())).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  })
})
