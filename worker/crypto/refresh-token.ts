// Refresh tokens: their session id, the beginning of their parent's hash, 17 random bytes, and a tag that proves that we
// issued the token. Presenting an old copy ends the session; the tag keeps an invented token from doing so.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hmac, keyringOf, type KeyringSettings, type SigningKey } from './keyring.ts'

const sessionBytes = 16
/** Whole characters in Base64: the hash, which is written so, begins with them. */
const parentBytes = 15
const randomPartBytes = 17
const bodyBytes = sessionBytes + parentBytes + randomPartBytes
const tagBytes = 16

const tagOf = (key: SigningKey, body: Uint8Array) => hmac(key, 'refresh token', body).subarray(0, tagBytes)

/**
 * @param sessionId a UUID
 * @param parentHash of the refresh token that was presented; none at signing in
 */
export function newRefreshToken(settings: KeyringSettings, sessionId: string, parentHash?: string): string {
  const session = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  if (session.length !== sessionBytes) throw new Error('A session id must be a UUID')
  const parent = parentHash === undefined ? randomBytes(parentBytes) : Buffer.from(parentHash, 'base64url')
  const body = Buffer.concat([session, parent.subarray(0, parentBytes), randomBytes(randomPartBytes)])
  return Buffer.concat([body, tagOf(keyringOf(settings).current, body)]).toString('base64url')
}

/**
 * The session that a token was issued to, and how its parent's hash begins; null when we did not issue it, or its
 * secret is no longer known.
 */
export function originOfRefreshToken(
  settings: KeyringSettings,
  token: string
): { sessionId: string; parent: string } | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== bodyBytes + tagBytes || bytes.toString('base64url') !== token) return null
  const body = bytes.subarray(0, bodyBytes)
  const tag = bytes.subarray(bodyBytes)
  if (!keyringOf(settings).known.some((key) => timingSafeEqual(tagOf(key, body), tag))) return null
  const sessionId = body
    .subarray(0, sessionBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, parent: body.subarray(sessionBytes, sessionBytes + parentBytes).toString('base64url') }
}
