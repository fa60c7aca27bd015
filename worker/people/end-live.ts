import { channelOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { log } from '#notices/report.ts'

/** Signs out the pages that an ended session has open; the channel's own check finds what this misses. */
export function endLive(c: AppContext, userId: string, sessionId: string): void {
  const ended = channelOf(c.env, userId).endSession(sessionId)
  c.executionCtx.waitUntil(ended.catch(() => log({ event: 'end-live-failed', requestId: c.var.requestId })))
}
