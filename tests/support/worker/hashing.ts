// One scrypt hash costs over 0.1 s of CPU on purpose. Test files about other things use a hash at the lowest cost and
// may count the calls; auth-password.test.ts checks the real hashes in workerd.
import crypto, { type ScryptOptions } from 'node:crypto'
import { afterAll, vi } from 'vitest'
import { turns } from '#worker/crypto/hashing-turns.ts'

type ScryptCall = [
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void
]

/**
 * Makes scrypt run at its lowest cost in all tests of the file that calls it. No spy of an object, which the tests'
 * `vi.restoreAllMocks` would undo after the first of them.
 * @returns a mock that counts the calls
 */
export function hashCheaply() {
  const real = crypto.scrypt as (...call: ScryptCall) => void
  const cheap = vi.fn((...[password, salt, length, , done]: ScryptCall) =>
    real(password, salt, length, { N: 2, r: 1, p: 1 }, done)
  )
  turns.turnMs = 0
  Object.assign(crypto, { scrypt: cheap })
  afterAll(() => void Object.assign(crypto, { scrypt: real }))
  return cheap
}
