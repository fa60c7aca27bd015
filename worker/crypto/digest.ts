import { createHash } from 'node:crypto'

/** SHA-256 as 43 characters that are safe in names and URLs. Hides only input that cannot be guessed. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url')
