import { channelOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { log } from '#notices/report.ts'

/** Signs out the open pages of an ended session. If this fails, the channel's regular check does it. */
export function signOutPages(c: AppContext, userId: string, sessionId: string): void {
  const ended = channelOf(c.env, userId).endSession(sessionId)
  c.executionCtx.waitUntil(ended.catch(() => log({ event: 'end-live-failed', requestId: c.var.requestId })))
}
