import type { MediaEnd, MediaProvider, MediaRequest } from './media.ts'
import { refusalOf } from './refusal.ts'

/** A provider whose answer is the result itself: `start` always ends the job, and there is nothing to ask later. */
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
