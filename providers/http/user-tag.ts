import { createHash } from 'node:crypto'

/** Identifies our user to providers without revealing anything else; the same for chat and media. */
export const userTagOf = (userId: string): string =>
  createHash('sha256').update(`user-tag:${userId}`).digest('base64url').slice(0, 32)
