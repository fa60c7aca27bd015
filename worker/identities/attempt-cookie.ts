// The cookie of a sign-in with a provider that this browser has begun. It is sent with the calls about identities alone.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { attemptLifetimeMs, type BegunAttempt, openAttempt, sealAttempt } from '../crypto/identity-attempt.ts'
import { digestOf } from '../crypto/digest.ts'
import { isSameSecret } from '../crypto/same-secret.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'

/** The cookie policy names it. Browsers accept the prefix with https only, and on this machine. */
const cookieName = '__Secure-identity'
const path = '/api/auth/identities'

export async function keepAttempt(c: AppContext, attempt: Omit<BegunAttempt, 'expiresAt'>): Promise<void> {
  const sealed = await sealAttempt(c.var.environment, { ...attempt, expiresAt: Date.now() + attemptLifetimeMs })
  setCookie(c, cookieName, sealed, {
    path,
    maxAge: attemptLifetimeMs / 1000,
    httpOnly: true,
    secure: true,
    sameSite: 'Strict'
  })
}

/** Whether something that works once is presented for the first time, from whichever network. @param id that cannot be guessed */
export async function takeOnce(c: AppContext, id: string, lifetimeMs: number): Promise<boolean> {
  // A bucket of one that is full again only when the thing has expired.
  const rule = { key: 'once', limit: 1, windowMs: lifetimeMs }
  return (await limiterOf(c.env, `once:${digestOf(id)}`).take([rule])).allowed
}

/**
 * The attempt that this browser began and to which the answer belongs, once. The cookie is gone whatever comes of it.
 * @returns null when the browser began none, another one, or it has expired or was finished before
 */
export async function takeAttempt(
  c: AppContext,
  { provider, state }: { provider: string; state: string }
): Promise<BegunAttempt | null> {
  const cookie = getCookie(c, cookieName)
  deleteCookie(c, cookieName, { path, secure: true })
  const attempt = cookie === undefined ? null : await openAttempt(c.var.environment, cookie, Date.now())
  if (!attempt || attempt.provider !== provider || !isSameSecret(state, attempt.state)) return null
  return (await takeOnce(c, `attempt ${attempt.state}`, attemptLifetimeMs)) ? attempt : null
}
