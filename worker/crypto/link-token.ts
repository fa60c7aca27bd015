import { randomBytes } from 'node:crypto'
import { digestOf } from './digest.ts'

/**
 * The secret part of a link in a mail: 32 random bytes. The database stores only its hash.
 * @param nonce of the browser that asked for the mail; the token begins with it
 */
export const newLinkToken = (nonce = ''): string => nonce + randomBytes(32).toString('base64url')

/** A plain hash is enough, because 256 random bits cannot be guessed. */
export const hashToken = (token: string): string => digestOf(token)
