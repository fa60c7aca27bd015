import { ProviderFailure } from './failure.ts'
import type { MediaOptions } from './media-call.ts'
import type { MediaProvider } from './media.ts'

export interface ElevenlabsSettings {
  ELEVENLABS_BASE_URL: string
  ELEVENLABS_API_KEY: string
}

/** Not connected yet: refuses every job. */
export const elevenlabsProvider = (_settings: ElevenlabsSettings, _options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: 60_000,
  start: () => Promise.reject(new ProviderFailure('elevenlabs', { kind: 'unauthorized', retryable: false }))
})
