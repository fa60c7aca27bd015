import { createHash } from 'node:crypto'

/** SHA-256 of a text, 43 characters that are safe in names and addresses. Hides only what cannot be guessed. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
