import type { Account } from '../http/connection.ts'
import type { Wording } from '../http/error-code.ts'

// The API version is a date; this is the one that Runway's current SDK sends.
const version = '2024-11-06'

// Comes with status 400.
const wordings: readonly Wording[] = [
  { beginning: /^You do not have enough credits/, kind: 'unpaid', code: 'not_enough_credits' }
]

/** The common part of all calls to Runway. Its errors have messages but no codes. */
export const runwayCall = ({ supplier, baseUrl, apiKey }: Account, path: string) => ({
  provider: supplier,
  url: `${baseUrl}/v1/${path}`,
  headers: { authorization: `Bearer ${apiKey}`, 'x-runway-version': version },
  wordings
})
