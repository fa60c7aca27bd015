// Reads of a user. The user's object counts them, and knows whether the session is alive: signing out takes effect at once
// without reading D1. A read that goes to the object anyway asks it in the same call; another one asks it while it reads D1,
// so that no user waits for the check.
import type { SessionCaller } from '#domain/caller.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AnswerRefusal, Asker } from '#durable-objects/answer/calls.ts'
import type { AppContext } from './context.ts'
import { AppError } from './errors.ts'
import { readLimit } from './limit.ts'

/** The caller's session: no call of the site is made with a key. */
export const sessionOf = (c: AppContext): SessionCaller => ({ kind: 'session', sessionId: c.var.caller.sessionId })

/** The caller, for a call of the user's object that only reads. */
export const askerOf = (c: AppContext): Asker => ({
  caller: sessionOf(c),
  limit: readLimit(c.var.environment)
})

/** What the user's object found, in a call that also checks session and limit. @throws AppError UNAUTHORIZED, RATE_LIMITED */
export function foundBy<Found extends { state: 'found' }>(result: AnswerRefusal | Found): Found {
  if (result.state === 'found') return result
  const { code, retryAfterSeconds: retryAfter } = result
  throw new AppError(code, retryAfter === undefined ? {} : { retryAfter })
}

/**
 * Until when users are over their limit, as far as this isolate knows: their reads then cost neither the database nor the
 * object anything. In the order of refusal; the times are at most seconds away.
 */
const refusedUntil = new Map<string, number>()
const refusedMax = 1000

function expectNotRefused({ userId }: { userId: string }): void {
  const leftMs = (refusedUntil.get(userId) ?? 0) - Date.now()
  if (leftMs > 0) throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil(leftMs / 1000) })
  refusedUntil.delete(userId)
}

function noteRefused({ userId }: { userId: string }, seconds: number): void {
  refusedUntil.set(userId, Date.now() + seconds * 1000)
  const [oldest] = refusedUntil.keys()
  if (refusedUntil.size > refusedMax && oldest !== undefined) refusedUntil.delete(oldest)
}

/**
 * What `read` finds in D1, if the user's object lets the caller read, and in which conversations it writes answers now.
 * @throws AppError UNAUTHORIZED, RATE_LIMITED: before what `read` throws
 */
export async function besideAnswers<Found>(c: AppContext, read: () => Promise<Found>) {
  const { caller } = c.var
  expectNotRefused(caller)
  const reading = read()
  reading.catch(() => undefined)
  const admitted = await userOf(c.env, caller.userId).admitRead(askerOf(c))
  if (admitted.state === 'refused' && admitted.retryAfterSeconds !== undefined)
    noteRefused(caller, admitted.retryAfterSeconds)
  const { running } = foundBy(admitted)
  return { running, found: await reading }
}

/** What `read` finds in D1, under the same conditions. */
export const whileAdmitted = async <Found>(c: AppContext, read: () => Promise<Found>): Promise<Found> =>
  (await besideAnswers(c, read)).found
