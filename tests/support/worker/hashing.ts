// One scrypt hash costs over 0.1 s of CPU on purpose. Test files about other things use a hash at the lowest cost and
// may count the calls; auth-password.test.ts checks the real hashes in workerd.
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

/** Makes scrypt run at its lowest cost. @returns a spy that counts the calls */
export function hashCheaply() {
  const real = crypto.scrypt as (...call: ScryptCall) => void
  turns.turnMs = 0
  const cheap = (...[password, salt, length, , done]: ScryptCall) =>
    real(password, salt, length, { N: 2, r: 1, p: 1 }, done)
  return vi.spyOn(crypto, 'scrypt').mockImplementation(cheap as typeof crypto.scrypt)
}
