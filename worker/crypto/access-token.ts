// Access tokens: short-lived JWTs that are accepted without a database query. Algorithm, type, issuer, audience and the
// header's shape are fixed, so that nothing in a token decides how it is checked.
import { errors, jwtVerify, SignJWT } from 'jose'
import { accessLifetimeSeconds } from '#domain/session.ts'
import { keyringOf, type KeyringSettings } from './keyring.ts'

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

export function signAccessToken(settings: AccessSettings, { userId, sessionId }: AccessClaims, now: number) {
  const { current } = keyringOf(settings)
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type, kid: current.id })
    .setIssuer(settings.SITE_ORIGIN)
    .setAudience(audienceOf(settings))
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessLifetimeSeconds)
    .sign(current.secret)
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
export async function readAccessToken(settings: AccessSettings, token: string): Promise<AccessClaims | null> {
  const checked = checkedTokens.get(settings) ?? new Map<string, Checked>()
  checkedTokens.set(settings, checked)
  const known = checked.get(token)
  if (known && Date.now() / 1000 < known.expiresAt) return known.claims
  checked.delete(token)
  const found = await checkToken(settings, token)
  if (!found) return null
  checked.set(token, found)
  for (const oldest of checked.keys()) {
    if (checked.size <= checkedMax) break
    checked.delete(oldest)
  }
  return found.claims
}

/** Checks a token that this isolate has not seen. */
async function checkToken(settings: AccessSettings, token: string): Promise<Checked | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = keyringOf(settings).known.find(({ id }) => id === header.kid)
        // Our tokens have exactly these header fields; `jwk`, `jku`, `x5u` and the like only appear in attacks.
        const isPlain = Object.keys(header).toSorted().join() === 'alg,kid,typ'
        if (!key || !isPlain) throw new errors.JWKSNoMatchingKey()
        return key.secret
      },
      {
        algorithms: [algorithm],
        typ: type,
        issuer: settings.SITE_ORIGIN,
        audience: audienceOf(settings),
        requiredClaims: ['sub', 'sid', 'iat', 'exp'],
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: accessLifetimeSeconds,
        currentDate: new Date()
      }
    )
    const { sub, sid, exp } = payload
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null
    return { claims: { userId: sub, sessionId: sid }, expiresAt: exp }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
