// Access tokens: short-lived JWTs that are accepted without a database query. Algorithm, type, issuer, audience and the
// header's shape are fixed, so that nothing in a token decides how it is checked (decisions/0104-tokens-without-a-library.md).
import { createHmac } from 'node:crypto'
import { isSignature } from '#data/base/signature.ts'
import { accessLifetimeSeconds } from '#domain/session.ts'
import { parsedJson } from '#providers/http/fields.ts'
import { keyringOf, type KeyringSettings, type SigningKey } from './keyring.ts'

export interface AccessSettings extends KeyringSettings {
  SITE_ORIGIN: string
}

export interface AccessClaims {
  userId: string
  sessionId: string
}

const algorithm = 'HS256'
const type = 'at+jwt'
const clockToleranceSeconds = 5
const audienceOf = ({ SITE_ORIGIN }: AccessSettings) => `${SITE_ORIGIN}/api`

const written = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const signatureOf = ({ secret }: SigningKey, signed: string): Buffer =>
  createHmac('sha256', secret).update(signed).digest()

export function signAccessToken(settings: AccessSettings, { userId, sessionId }: AccessClaims, now: number): string {
  const { current } = keyringOf(settings)
  const iat = Math.floor(now / 1000)
  const claims = {
    sid: sessionId,
    iss: settings.SITE_ORIGIN,
    aud: audienceOf(settings),
    sub: userId,
    iat,
    exp: iat + accessLifetimeSeconds
  }
  const signed = `${written({ alg: algorithm, typ: type, kid: current.id })}.${written(claims)}`
  return `${signed}.${signatureOf(current, signed).toString('base64url')}`
}

interface Checked {
  claims: AccessClaims
  /** Seconds since the epoch. */
  expiresAt: number
}

/** Tokens that this isolate has checked, oldest first. A page sends the same one for ten minutes. */
const checkedTokens = new WeakMap<AccessSettings, Map<string, Checked>>()
const checkedMax = 2000

/** The user and session of a token; null for a token that we did not issue as an access token, or that has expired. */
export function readAccessToken(settings: AccessSettings, token: string): AccessClaims | null {
  const checked = checkedTokens.get(settings) ?? new Map<string, Checked>()
  checkedTokens.set(settings, checked)
  const known = checked.get(token)
  if (known && Date.now() / 1000 < known.expiresAt) return known.claims
  checked.delete(token)
  const found = checkToken(settings, token)
  if (!found) return null
  checked.set(token, found)
  for (const oldest of checked.keys()) {
    if (checked.size <= checkedMax) break
    checked.delete(oldest)
  }
  return found.claims
}

/** Ours have about 400 characters. */
const lengthMax = 2000
const form = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/

/** An object in JSON; null for anything else. */
function objectIn(part: string): Record<string, unknown> | null {
  const read = parsedJson(Buffer.from(part, 'base64url').toString())
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null
}

/** The key that a header names. Ours has exactly these fields; `jwk`, `jku`, `x5u`, `crit` and the like only appear in attacks. */
function keyNamedBy(settings: AccessSettings, header: Record<string, unknown> | null): SigningKey | undefined {
  if (!header || Object.keys(header).toSorted().join() !== 'alg,kid,typ') return undefined
  if (header['alg'] !== algorithm || header['typ'] !== type) return undefined
  return keyringOf(settings).known.find(({ id }) => id === header['kid'])
}

/** The claims of a token whose signature was found right; null: it is another kind of token, or not its time. */
function claimsIn(settings: AccessSettings, claims: Record<string, unknown>): Checked | null {
  const { sub, sid, iat, exp, nbf = 0, iss, aud } = claims
  const now = Math.floor(Date.now() / 1000)
  if (iss !== settings.SITE_ORIGIN || aud !== audienceOf(settings)) return null
  if (typeof sub !== 'string' || typeof sid !== 'string') return null
  if (typeof iat !== 'number' || typeof exp !== 'number' || typeof nbf !== 'number') return null
  const isBegun = Math.max(iat, nbf) <= now + clockToleranceSeconds
  const endsAt = Math.min(exp, iat + accessLifetimeSeconds)
  if (!isBegun || now - clockToleranceSeconds >= endsAt) return null
  return { claims: { userId: sub, sessionId: sid }, expiresAt: exp }
}

/** Checks a token that this isolate has not seen. Nothing of its claims is read before its signature was found right. */
function checkToken(settings: AccessSettings, token: string): Checked | null {
  const [, header = '', claims = '', signature = ''] = (token.length <= lengthMax && form.exec(token)) || []
  const key = keyNamedBy(settings, objectIn(header))
  if (!key || !isSignature(signature, signatureOf(key, `${header}.${claims}`))) return null
  const read = objectIn(claims)
  return read && claimsIn(settings, read)
}
