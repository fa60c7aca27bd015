// Solves the proof of work (contract/proof-of-work.ts) in slices, so that the page stays alive. SHA-256 is written out,
// because WebCrypto answers each of the thousands of tiny hashes with a promise, which takes ten times as long; a Web
// Worker would need an exception from the pages' Trusted Types.
import { joinProof, proofParts, proofText, readChallenge } from '#contract/proof-of-work.ts'

/** Below a frame of a screen with 60 of them a second. */
const sliceMs = 10
const triesBetweenLooks = 64
const nonceDigits = 8
const hexDigits = new TextEncoder().encode('0123456789abcdef')

/** The first 32 bits of the fraction, from which SHA-256 takes its constants (FIPS 180-4, 4.2.2 and 5.3.3). */
const fraction = (root: number): number => Math.trunc((root % 1) * 2 ** 32) | 0

const primes = Array.from({ length: 310 }, (_, index) => index + 2).filter(
  (number, _, all) => !all.some((other) => other * other <= number && number % other === 0)
)
const roundConstants = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)))
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const schedule = new Int32Array(64)

/** The first 32 bits of the SHA-256 of a padded message of one block (FIPS 180-4, 6.2.2). */
export function firstWordOf(block: DataView): number {
  for (let round = 0; round < 16; round++) schedule[round] = block.getInt32(round * 4)
  for (let round = 16; round < 64; round++) {
    const x = schedule[round - 15]!
    const y = schedule[round - 2]!
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[round] = (schedule[round - 16]! + low + schedule[round - 7]! + high) | 0
  }
  let a = start[0]!
  let b = start[1]!
  let c = start[2]!
  let d = start[3]!
  let e = start[4]!
  let f = start[5]!
  let g = start[6]!
  let h = start[7]!
  for (let round = 0; round < 64; round++) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + high + ((e & f) ^ (~e & g)) + roundConstants[round]! + schedule[round]!) | 0
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (a + start[0]!) | 0
}

/** A message of at most 55 ASCII characters as its padded block (FIPS 180-4, 5.1.1). */
export function blockOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64)
  const { written } = new TextEncoder().encodeInto(text, bytes)
  bytes[written] = 0x80
  new DataView(bytes.buffer).setUint32(60, written * 8)
  return bytes
}

/** Lets the browser paint and answer. Messages are not slowed down in a hidden tab, as timers are. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

async function solvePart(id: string, part: number, bits: number): Promise<string> {
  const empty = '0'.repeat(nonceDigits)
  const text = proofText(id, part, empty)
  const bytes = blockOf(text)
  const block = new DataView(bytes.buffer)
  const lastDigit = text.length - 1
  for (let nonce = 0, sliceEnd = performance.now() + sliceMs; ; nonce++) {
    if (nonce % triesBetweenLooks === 0 && performance.now() > sliceEnd) {
      await breathe()
      sliceEnd = performance.now() + sliceMs
    }
    for (let digit = 0; digit < nonceDigits; digit++)
      bytes[lastDigit - digit] = hexDigits[(nonce >>> (digit * 4)) & 15]!
    if (Math.clz32(firstWordOf(block)) >= bits) return nonce.toString(16).padStart(nonceDigits, '0')
  }
}

/** The proof for a challenge of the server; null when it is one that this page does not understand. */
export async function solveChallenge(challenge: string): Promise<string | null> {
  const asked = readChallenge(challenge)
  if (!asked) return null
  const nonces: string[] = []
  while (nonces.length < proofParts) nonces.push(await solvePart(asked.id, nonces.length, asked.bits))
  return joinProof(challenge, nonces)
}
