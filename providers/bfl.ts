import { ProviderFailure } from './failure.ts'
import type { MediaOptions } from './media-call.ts'
import type { MediaProvider } from './media.ts'

export interface BflSettings {
  BFL_BASE_URL: string
  BFL_API_KEY: string
}

/** Not connected yet: refuses every job. */
export const bflProvider = (_settings: BflSettings, _options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: 60_000,
  start: () => Promise.reject(new ProviderFailure('bfl', { kind: 'unauthorized', retryable: false }))
})
