import { ProviderFailure } from './failure.ts'
import type { MediaOptions } from './media-call.ts'
import type { MediaProvider } from './media.ts'

export interface LumaSettings {
  LUMA_BASE_URL: string
  LUMA_API_KEY: string
}

/** Not connected yet: refuses every job. */
export const lumaProvider = (_settings: LumaSettings, _options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: 60_000,
  start: () => Promise.reject(new ProviderFailure('luma', { kind: 'unauthorized', retryable: false }))
})
