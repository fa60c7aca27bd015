export interface RunwaySettings {
  RUNWAY_BASE_URL: string
  RUNWAY_API_KEY: string
}

// The version of the API is a date; this one is what its current SDK sends.
const version = '2024-11-06'

/** What all calls of Runway have in common. Its errors are prose without a code. */
export const runwayCall = ({ RUNWAY_BASE_URL, RUNWAY_API_KEY }: RunwaySettings, path: string) => ({
  provider: 'runway' as const,
  url: `${RUNWAY_BASE_URL}/v1/${path}`,
  headers: { authorization: `Bearer ${RUNWAY_API_KEY}`, 'x-runway-version': version }
})
