// Password hashes: scrypt, stored with parameters and salt as `scrypt$15$8$3$salt$hash`. N=2^15, r=8, p=3 is one of the
// settings that OWASP recommends and stays under workerd's cap of N*r*p = 2^20. A hash costs about 0.15 s of CPU and
// blocks the isolate, so callers apply their rate limits first.
import crypto from 'node:crypto'
import { hashInTurn, type Turn } from './hashing-turns.ts'

interface Parameters {
  costLog2: number
  blockSize: number
  parallelism: number
}

interface StoredHash extends Parameters {
  salt: Buffer
  hash: Buffer
}

export const scryptParameters: Parameters = { costLog2: 15, blockSize: 8, parallelism: 3 }
const saltBytes = 16
const hashBytes = 32
/** More than the 128 * N * r bytes that scrypt needs: Node's default of 32 MiB is slightly too low. */
const memoryMaxBytes = 64 * 1024 * 1024

const format = ({ costLog2, blockSize, parallelism, salt, hash }: StoredHash) =>
  ['scrypt', costLog2, blockSize, parallelism, salt.toString('base64url'), hash.toString('base64url')].join('$')

const stored = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]*)$/

function parse(text: string): StoredHash {
  const [, costLog2, blockSize, parallelism, salt = '', hash = ''] = stored.exec(text) ?? []
  if (salt === '') throw new Error('A stored password hash is malformed')
  return {
    costLog2: Number(costLog2),
    blockSize: Number(blockSize),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url')
  }
}

/** @throws HashingOverloaded */
const derive = (text: string, { costLog2, blockSize, parallelism }: Parameters, salt: Buffer, turn?: Turn) =>
  hashInTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options = { N: 2 ** costLog2, r: blockSize, p: parallelism, maxmem: memoryMaxBytes }
        crypto.scrypt(text.normalize('NFC'), salt, hashBytes, options, (error, key) =>
          error ? reject(error) : resolve(key)
        )
      }),
    turn
  )

/**
 * A hash under the current parameters and a fresh salt.
 * @param turn booked before; default: the next one of strangers
 * @throws HashingOverloaded
 */
export async function hashPassword(password: string, turn?: Turn): Promise<string> {
  const salt = crypto.randomBytes(saltBytes)
  return format({ ...scryptParameters, salt, hash: await derive(password, scryptParameters, salt, turn) })
}

/**
 * Hashes a password with the parameters and salt of another hash: equal strings mean equal passwords.
 * @param turn booked before; default: the next one of strangers
 * @throws HashingOverloaded
 */
export async function hashLike(password: string, other: string, turn?: Turn): Promise<string> {
  const { salt, hash: _, ...parameters } = parse(other)
  return format({ ...parameters, salt, hash: await derive(password, parameters, salt, turn) })
}

/** Compares two hashes, one made by `hashLike` from the other, in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && crypto.timingSafeEqual(left, right)
}

/** Whether a hash has outdated parameters and is to be replaced when its owner signs in. */
export function isOutdated(hash: string): boolean {
  const { costLog2, blockSize, parallelism } = parse(hash)
  const now = scryptParameters
  return costLog2 !== now.costLog2 || blockSize !== now.blockSize || parallelism !== now.parallelism
}

/** Keeps parameters and salt of a hash, so that checking takes the same time, but no password matches it. */
export const withoutPassword = (hash: string): string => format({ ...parse(hash), hash: Buffer.alloc(0) })

/** Whether any password matches a stored hash. */
export const hasPassword = (hash: string): boolean => /\$[\w-]+$/.test(hash)

/** Of a new account that no password opens. */
export const noPasswordHash = (): string =>
  format({ ...scryptParameters, salt: crypto.randomBytes(saltBytes), hash: Buffer.alloc(0) })

/** Passwords for an unknown address are checked against this, so that the response takes as long as for a known one. */
export const dummyHash = withoutPassword(
  format({ ...scryptParameters, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(0) })
)
