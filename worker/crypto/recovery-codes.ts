// Codes that take the second step while the phone is lost: ten, each of 80 random bits, and each works once.
import { randomBytes } from 'node:crypto'
import { digestOf } from './digest.ts'

const codes = 10
const bytes = 10
/** Without I, L, O and U, which people confuse (Crockford's base32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function newCode(): string {
  const digits = BigInt(`0x${randomBytes(bytes).toString('hex')}`)
    .toString(32)
    .padStart((bytes * 8) / 5, '0')
  const text = digits.replaceAll(/./g, (digit) => letters.charAt(Number.parseInt(digit, 32)))
  return text.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** @returns the hash by which a typed code is found; case, dashes and spaces do not count, nor a letter that looks like a digit */
export const recoveryHash = (typed: string): string =>
  digestOf(
    `recovery code ${typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`
  )

/** New codes, and the hashes that are stored of them: a plain hash is enough for 80 random bits. */
export function newRecoveryCodes(): { texts: string[]; hashes: string[] } {
  const texts = Array.from({ length: codes }, newCode)
  return { texts, hashes: texts.map(recoveryHash) }
}
