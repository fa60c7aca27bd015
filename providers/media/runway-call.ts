import type { Wording } from '../http/error-code.ts'

export interface RunwaySettings {
  RUNWAY_BASE_URL: string
  RUNWAY_API_KEY: string
}

// The API version is a date; this is the one that Runway's current SDK sends.
const version = '2024-11-06'

// Comes with status 400.
const wordings: readonly Wording[] = [
  { beginning: /^You do not have enough credits/, kind: 'unpaid', code: 'not_enough_credits' }
]

/** The common part of all calls to Runway. Its errors have messages but no codes. */
export const runwayCall = ({ RUNWAY_BASE_URL, RUNWAY_API_KEY }: RunwaySettings, path: string) => ({
  provider: 'runway' as const,
  url: `${RUNWAY_BASE_URL}/v1/${path}`,
  headers: { authorization: `Bearer ${RUNWAY_API_KEY}`, 'x-runway-version': version },
  wordings
})
