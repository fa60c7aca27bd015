import { ProviderFailure } from './failure.ts'
import type { MediaOptions } from './media-call.ts'
import type { MediaProvider } from './media.ts'

export interface GoogleVideoSettings {
  GOOGLE_BASE_URL: string
  GOOGLE_API_KEY: string
}

/** Not connected yet: refuses every job. */
export const googleVideoProvider = (_settings: GoogleVideoSettings, _options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: 60_000,
  start: () => Promise.reject(new ProviderFailure('google', { kind: 'unauthorized', retryable: false }))
})
