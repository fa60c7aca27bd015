// Refresh tokens: their session id, 32 random bytes, and a tag that proves that we issued the token. Presenting an old
// copy ends the session; the tag keeps an invented token from doing so.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hmac, keyringOf, type KeyringSettings, type SigningKey } from './keyring.ts'

const sessionBytes = 16
const randomPartBytes = 32
const tagBytes = 16
const tokenBytes = sessionBytes + randomPartBytes + tagBytes

const tagOf = (key: SigningKey, body: Uint8Array) => hmac(key, 'refresh token', body).subarray(0, tagBytes)

/** @param sessionId a UUID */
export function newRefreshToken(settings: KeyringSettings, sessionId: string): string {
  const session = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  if (session.length !== sessionBytes) throw new Error('A session id must be a UUID')
  const body = Buffer.concat([session, randomBytes(randomPartBytes)])
  return Buffer.concat([body, tagOf(keyringOf(settings).current, body)]).toString('base64url')
}

/** The session that a token was issued to; null when we did not issue it, or its secret is no longer known. */
export function sessionOfRefreshToken(settings: KeyringSettings, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== tokenBytes || bytes.toString('base64url') !== token) return null
  const body = bytes.subarray(0, sessionBytes + randomPartBytes)
  const tag = bytes.subarray(sessionBytes + randomPartBytes)
  if (!keyringOf(settings).known.some((key) => timingSafeEqual(tagOf(key, body), tag))) return null
  return body
    .subarray(0, sessionBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
