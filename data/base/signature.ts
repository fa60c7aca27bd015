import { timingSafeEqual } from 'node:crypto'

/**
 * Whether `sent` is this signature, compared as text. Decoding it first would accept several texts for one signature: a
 * decoder skips characters outside base64, and ignores the spare bits of the last character.
 */
export function isSignature(sent: string, expected: Buffer): boolean {
  const own = Buffer.from(expected.toString('base64url'))
  const other = Buffer.from(sent)
  return own.length === other.length && timingSafeEqual(own, other)
}
