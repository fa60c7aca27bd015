import { createHash } from 'node:crypto'

/** SHA-256 of a text or of bytes, 43 characters that are safe in names and addresses. Hides only what cannot be guessed. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url')
