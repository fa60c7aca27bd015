// The second factor of operators: one-time codes of an authenticator (TOTP, RFC 6238: SHA-1, six digits, 30 seconds, which is
// what every authenticator app can do).
import { createHmac } from 'node:crypto'
// The platform has the hash function that the other builds of the package bring with them.
import { Secret, TOTP } from 'otpauth/bare'
import { type Seal, sealed, unsealed } from './sealed.ts'

const secretBytes = 20
const periodSeconds = 30
/** Codes of the step before and after are taken too, for clocks that differ. */
const stepsOff = 1
/** Some authenticators cut or garble names that are not Latin. */
const issuer = 'AI Platform console'

const hmac = (_: string, key: Uint8Array, message: Uint8Array) => createHmac('sha1', key).update(message).digest()

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, algorithm: 'SHA1', hmac })

const sealOf = (operatorToken: string, userId: string): Seal => ({
  operatorToken,
  purpose: 'factor of an operator',
  owner: userId
})

/** The sealed secret belongs to one operator: copied into another row, it does not open. */
export const sealFactor = (secret: string, operatorToken: string, userId: string): Promise<string> =>
  sealed(secret, sealOf(operatorToken, userId))

/** Null when it was sealed with another token or for another operator. */
export const openFactor = (text: string, operatorToken: string, userId: string): Promise<string | null> =>
  unsealed(text, sealOf(operatorToken, userId))

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
