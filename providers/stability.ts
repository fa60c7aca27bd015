import { ProviderFailure } from './failure.ts'
import type { MediaOptions } from './media-call.ts'
import type { MediaProvider } from './media.ts'

export interface StabilitySettings {
  STABILITY_BASE_URL: string
  STABILITY_API_KEY: string
}

/** Not connected yet: refuses every job. */
export const stabilityProvider = (_settings: StabilitySettings, _options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: 60_000,
  start: () => Promise.reject(new ProviderFailure('stability', { kind: 'unauthorized', retryable: false }))
})
