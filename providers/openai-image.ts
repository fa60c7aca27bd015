import { ProviderFailure } from './failure.ts'
import type { MediaOptions } from './media-call.ts'
import type { MediaProvider } from './media.ts'
import type { OpenaiSettings } from './openai.ts'

/** Not connected yet: refuses every job. */
export const openaiImageProvider = (_settings: OpenaiSettings, _options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: 60_000,
  start: () => Promise.reject(new ProviderFailure('openai', { kind: 'unauthorized', retryable: false }))
})
