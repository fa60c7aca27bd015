import { ProviderFailure } from './failure.ts'
import type { MediaOptions } from './media-call.ts'
import type { MediaProvider } from './media.ts'

export interface RunwaySettings {
  RUNWAY_BASE_URL: string
  RUNWAY_API_KEY: string
}

/** Not connected yet: refuses every job. */
export const runwayProvider = (_settings: RunwaySettings, _options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: 60_000,
  start: () => Promise.reject(new ProviderFailure('runway', { kind: 'unauthorized', retryable: false }))
})
