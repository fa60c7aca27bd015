// The second factor of operators: one-time codes of an authenticator (TOTP, RFC 6238: SHA-1, six digits, 30 seconds, which is
// what every authenticator app can do). The secret is stored encrypted with a key from the operators' token, so that a
// copy of the database alone opens nothing.
import { createHmac } from 'node:crypto'
// The platform has the hash function that the other builds of the package bring with them.
import { Secret, TOTP } from 'otpauth/bare'

const encoder = new TextEncoder()
const nonceBytes = 12
const secretBytes = 20
const periodSeconds = 30
/** Codes of the step before and after are taken too, for clocks that differ. */
const stepsOff = 1
/** Some authenticators cut or garble names that are not Latin. */
const issuer = 'AI Platform console'

const hmac = (_: string, key: Uint8Array, message: Uint8Array) => createHmac('sha1', key).update(message).digest()

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, algorithm: 'SHA1', hmac })

async function keyFrom(operatorToken: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(operatorToken), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: encoder.encode('factor of an operator') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt']
  )
}

/** The sealed secret belongs to one operator: copied into another row, it does not open. */
export async function sealFactor(secret: string, operatorToken: string, userId: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const additionalData = encoder.encode(userId)
  const key = await keyFrom(operatorToken)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, encoder.encode(secret))
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url')
}

/** Null when it was sealed with another token or for another operator. */
export async function openFactor(sealed: string, operatorToken: string, userId: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url')
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, nonceBytes), additionalData: encoder.encode(userId) }
  try {
    const opened = await crypto.subtle.decrypt(algorithm, await keyFrom(operatorToken), bytes.subarray(nonceBytes))
    return new TextDecoder().decode(opened)
  } catch {
    return null
  }
}

/** A new secret in base32, and the address that an authenticator reads from a QR code. */
export function newFactor(name: string): { secret: string; uri: string } {
  const secret = new Secret({ size: secretBytes }).base32
  return { secret, uri: totpOf(secret, name).toString() }
}

/** The time step to which a code belongs; null: it is none of the present ones. @param now milliseconds since the epoch */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: stepsOff })
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta
}
