// How hard a proof of work is, and when it is right. Pure: the hash is passed in.
import { proofBits, proofText } from '#contract/proof-of-work.ts'

/** The wait from which the work doubles, and doubles again at each doubling of the wait. */
const doublesFromMs = 2400

/** Zero bits that each part of a proof needs while strangers wait this long for their hash. */
export function bitsFor(waitMs: number): number {
  const doublings = Math.floor(Math.log2(Math.max(waitMs, 1) / doublesFromMs)) + 1
  return Math.min(Math.max(proofBits.min + doublings, proofBits.min), proofBits.max)
}

function leadingZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0)
  return first === -1 ? hash.length * 8 : first * 8 + Math.clz32(hash[first]!) - 24
}

/** @param sha256 of ASCII text */
export const isSolved = (
  { id, bits }: { id: string; bits: number },
  nonces: readonly string[],
  sha256: (text: string) => Uint8Array
): boolean => nonces.every((nonce, part) => leadingZeroBits(sha256(proofText(id, part, nonce))) >= bits)
