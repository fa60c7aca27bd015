import { createHash } from 'node:crypto'

const known = new Map<string, string>()
const knownMax = 500

/** Identifies our user to providers without revealing anything else; the same for chat and media. */
export function userTagOf(userId: string): string {
  const tag = known.get(userId) ?? createHash('sha256').update(`user-tag:${userId}`).digest('base64url').slice(0, 32)
  if (known.size >= knownMax) known.clear()
  known.set(userId, tag)
  return tag
}
