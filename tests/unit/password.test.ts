import crypto, { scryptSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import {
  dummyHash,
  hashLike,
  hashPassword,
  isOutdated,
  isSameHash,
  scryptParameters,
  withoutPassword
} from '#worker/crypto/passwords.ts'

const password = 'Надёжный-Pa55!'
const current = await hashPassword(password)
const outdated = 'scrypt$10$8$1$c2FsdHNhbHRzYWx0c2FsdA$'

// Local workerd and Node limit neither cost nor time, so no other test would notice weaker parameters.
test('a hash has the parameters N=2^15, r=8, p=3, a salt of 16 and a hash of 32 bytes', async () => {
  expect(scryptParameters).toEqual({ costLog2: 15, blockSize: 8, parallelism: 3 })
  const [name, costLog2, blockSize, parallelism, salt, hash] = current.split('$')
  expect([name, costLog2, blockSize, parallelism]).toEqual(['scrypt', '15', '8', '3'])
  expect(Buffer.from(salt!, 'base64url')).toHaveLength(16)
  const expected = scryptSync(password, Buffer.from(salt!, 'base64url'), 32, {
    N: 2 ** 15,
    r: 8,
    p: 3,
    maxmem: 2 ** 26
  })
  expect(Buffer.from(hash!, 'base64url')).toEqual(expected)
})

test('the cost stays under the cap of the Workers runtime', () => {
  const { costLog2, blockSize, parallelism } = scryptParameters
  expect(2 ** costLog2 * blockSize * parallelism).toBeLessThanOrEqual(2 ** 20)
})

test('one password hashed twice has two salts', async () => {
  const scrypt = vi
    .spyOn(crypto, 'scrypt')
    .mockImplementation((...[, , length, , done]) => done(null, Buffer.alloc(length)))
  const hashes = [await hashPassword(password), await hashPassword(password)]
  scrypt.mockRestore()
  const salts = [current, ...hashes].map((hash) => hash.split('$')[4])
  expect(new Set(salts).size).toBe(3)
})

test('a password is verified with the parameters stored in its hash', async () => {
  const hash = await hashLike(password, outdated)
  expect(hash).toMatch(/^scrypt\$10\$8\$1\$/)
  expect(isSameHash(await hashLike(password, hash), hash)).toBe(true)
  expect(isSameHash(await hashLike(`${password} `, hash), hash)).toBe(false)
})

test('composed and decomposed spellings are the same password', async () => {
  const hash = await hashLike('Žluť-1a'.normalize('NFC'), outdated)
  expect(isSameHash(await hashLike('Žluť-1a'.normalize('NFD'), hash), hash)).toBe(true)
})

test('every character counts, up to the longest allowed password', async () => {
  const long = 'a'.repeat(128)
  const hash = await hashLike(long, outdated)
  expect(isSameHash(await hashLike(`${'a'.repeat(127)}b`, hash), hash)).toBe(false)
})

test('a hash with other parameters is outdated, one with the current ones is not', async () => {
  expect(isOutdated(outdated)).toBe(true)
  expect(isOutdated(current)).toBe(false)
  expect(isOutdated(dummyHash)).toBe(false)
})

test('no password matches a removed hash or the dummy hash, not even the empty one', async () => {
  const removed = withoutPassword(await hashLike(password, outdated))
  for (const typed of [password, '']) expect(isSameHash(await hashLike(typed, removed), removed)).toBe(false)
  const cheap = dummyHash.replace(/^scrypt\$15\$8\$3/, 'scrypt$10$8$1')
  expect(isOutdated(cheap)).toBe(true)
  expect(isSameHash(await hashLike('', cheap), cheap)).toBe(false)
})

test('a malformed stored hash throws instead of counting as a wrong password', async () => {
  await expect(hashLike(password, 'plain')).rejects.toThrow('malformed')
})
