import type { MediaEnd, MediaProvider, MediaRequest } from './media.ts'
import { refusalOf } from './refusal.ts'

/** A provider that returns the result in the response: `start` always ends the job, and nothing is checked later. */
export const directProvider = (
  { startTimeoutMs, moderationCodes }: { startTimeoutMs: number; moderationCodes: readonly string[] },
  ask: (request: MediaRequest, signal: AbortSignal) => Promise<MediaEnd>
): MediaProvider => ({
  startTimeoutMs,
  async start(request, signal) {
    try {
      return await ask(request, signal)
    } catch (error) {
      return refusalOf(error, moderationCodes)
    }
  }
})
