// scrypt is dear on purpose: over 0.1 s of CPU a hash. Files that test something else count the calls and pay a
// thousandth; what real hashes look like and that workerd makes them is tested in auth-password.test.ts.
import crypto, { type ScryptOptions } from 'node:crypto'
import { vi } from 'vitest'
import { turns } from '#worker/crypto/hashing-turns.ts'

type ScryptCall = [
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void
]

/** Replaces scrypt by itself at the lowest cost. The spy tells how often it was called. */
export function hashCheaply() {
  const real = crypto.scrypt as (...call: ScryptCall) => void
  turns.turnMs = 0
  const cheap = (...[password, salt, length, , done]: ScryptCall) =>
    real(password, salt, length, { N: 2, r: 1, p: 1 }, done)
  return vi.spyOn(crypto, 'scrypt').mockImplementation(cheap as typeof crypto.scrypt)
}
