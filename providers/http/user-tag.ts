import { createHash } from 'node:crypto'

/** By this the upstreams tell our users apart, and nothing else about them: the same for chat and media. */
export const userTagOf = (userId: string): string =>
  createHash('sha256').update(`user-tag:${userId}`).digest('base64url').slice(0, 32)
