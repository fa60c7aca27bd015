import { fileURLToPath } from 'node:url'

/** The repository's folder, without a final slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
