import { randomBytes } from 'node:crypto'
import { digestOf } from './digest.ts'

/** The secret part of a link in a mail: 32 random bytes. The database stores only its hash. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')

/** A plain hash is enough, because 256 random bits cannot be guessed. */
export const hashToken = (token: string): string => digestOf(token)
