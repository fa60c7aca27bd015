import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { log } from '#notices/report.ts'

/**
 * Tells the user's object that sessions have ended: their open pages are signed out, and their requests refused at once.
 * If this fails, the object finds out by itself: about a request within a minute, about an open page within ten.
 */
export async function signOutPages(c: AppContext, userId: string, sessionIds: readonly string[]): Promise<void> {
  const user = userOf(c.env, userId)
  const ended = Promise.all(sessionIds.map((sessionId) => user.endSession(sessionId)))
  await ended.catch(() => log({ event: 'end-live-failed', requestId: c.var.requestId }))
}

/** As `signOutPages`, for an account that is blocked or is to be erased: what its keys of the API have begun ends too. */
export async function shutOut(c: AppContext, userId: string, sessionIds: readonly string[]): Promise<void> {
  await signOutPages(c, userId, sessionIds)
  const stopped = userOf(c.env, userId).stopKeys()
  await stopped.catch(() => log({ event: 'end-live-failed', requestId: c.var.requestId }))
}
