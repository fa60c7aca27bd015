// One-time codes of an authenticator (TOTP, RFC 6238: SHA-1, six digits, 30 seconds, which is what every authenticator app can do):
// the second factor of operators in the console, and of users who want one.
import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from './same-secret.ts'
import { type Seal, sealed, unsealed } from './sealed.ts'

const secretBytes = 20
const periodSeconds = 30
const digits = 6
/** The present step, and the one after and before, for clocks that differ. */
const stepsTaken = [0, 1, -1]
/** Some authenticators cut or garble names that are not Latin. */
const issuers = { operator: 'AI Platform console', user: 'AI Platform' } as const

/** Base32 (RFC 4648), in which authenticators read a secret. Ours fill it, so there is no padding. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const inBase32 = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart((bytes.length * 8) / 5, '0')
    .replaceAll(/./g, (digit) => letters.charAt(Number.parseInt(digit, 32)))

const ofBase32 = (secret: string): Buffer =>
  Buffer.from(
    secret
      .split('')
      .reduce((sum, letter) => sum * 32n + BigInt(letters.indexOf(letter)), 0n)
      .toString(16)
      .padStart(secretBytes * 2, '0'),
    'hex'
  )

/** The code of a step (RFC 4226). */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', ofBase32(secret)).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Whose secret it is, and the secret of the deployment with which it is sealed. */
export interface FactorOwner {
  of: keyof typeof issuers
  userId: string
  sealedWith: string
}

const sealOf = ({ of, userId, sealedWith }: FactorOwner): Seal => ({
  sealedWith,
  purpose: of === 'operator' ? 'factor of an operator' : 'factor of a user',
  owner: userId
})

/** The sealed secret belongs to one person: copied into another row, it does not open. */
export const sealFactor = (secret: string, owner: FactorOwner): Promise<string> => sealed(secret, sealOf(owner))

/** Null when it was sealed with another secret or for another person. */
export const openFactor = (text: string, owner: FactorOwner): Promise<string | null> => unsealed(text, sealOf(owner))

/** A new secret in base32, and the address that an authenticator reads from a QR code. */
export function newFactor(of: FactorOwner['of'], name: string): { secret: string; uri: string } {
  const secret = inBase32(randomBytes(secretBytes))
  const site = encodeURIComponent(issuers[of])
  const uri = `otpauth://totp/${site}:${encodeURIComponent(name)}?issuer=${site}&secret=${secret}`
  return { secret, uri: `${uri}&algorithm=SHA1&digits=${digits}&period=${periodSeconds}` }
}

/** The time step to which a code belongs; null: it is none of the present ones. @param now milliseconds since the epoch */
export function stepOf(secret: string, code: string, now: number): number | null {
  const present = Math.floor(now / 1000 / periodSeconds)
  const steps = stepsTaken.map((more) => present + more)
  return steps.find((step) => isSameSecret(code, codeOf(secret, step))) ?? null
}
