import { ProviderFailure } from './failure.ts'
import type { MediaOptions } from './media-call.ts'
import type { MediaProvider } from './media.ts'

export interface MidjourneySettings {
  MIDJOURNEY_BASE_URL: string
  MIDJOURNEY_API_KEY: string
}

/** Not connected yet: refuses every job. */
export const midjourneyProvider = (_settings: MidjourneySettings, _options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: 60_000,
  start: () => Promise.reject(new ProviderFailure('midjourney', { kind: 'unauthorized', retryable: false }))
})
