// Links that a browser opens without an access token: signed, for ten minutes and one session. They stop working when that
// session ends, so that signing out everywhere covers them too.
import { isSignature } from '#data/base/signature.ts'
import { findAccount } from '#data/directory/sessions.ts'
import { isActiveSession } from '#domain/session.ts'
import { hmac, keyringOf } from '../crypto/keyring.ts'
import type { AppContext, Caller } from './context.ts'
import { AppError } from './errors.ts'

const lifetimeMs = 10 * 60_000

interface Linked {
  /** Relative to the API's base path, like every path of the contract. */
  path: string
  /** A signature is valid for one purpose only. */
  purpose: string
  /** What the link opens, when it does not open everything of its purpose. */
  subject?: string
}

const signedPart = ({ userId, sessionId }: Caller, expiresAt: number, subject: string) =>
  new TextEncoder().encode([userId, sessionId, expiresAt, subject].join('.'))

export function sessionLink(c: AppContext, { path, purpose, subject = '' }: Linked): string {
  const { caller, environment } = c.var
  const expiresAt = Date.now() + lifetimeMs
  const signature = hmac(keyringOf(environment).current, purpose, signedPart(caller, expiresAt, subject))
  const query = new URLSearchParams({
    user: caller.userId,
    session: caller.sessionId,
    expires: String(expiresAt),
    ...(subject !== '' && { subject }),
    signature: signature.toString('base64url')
  })
  return `${environment.SITE_ORIGIN}/api${path}?${query.toString()}`
}

/**
 * @returns for whom the link was made, and what it opens
 * @throws AppError NOT_FOUND for a link that we did not sign, that has expired or whose session has ended
 */
export async function openSessionLink(c: AppContext, purpose: string): Promise<{ userId: string; subject: string }> {
  const { user: userId = '', session: sessionId = '', expires = '', subject = '', signature = '' } = c.req.query()
  const expiresAt = Number(expires)
  const isOurs =
    String(expiresAt) === expires &&
    keyringOf(c.var.environment).known.some((key) =>
      isSignature(signature, hmac(key, purpose, signedPart({ userId, sessionId }, expiresAt, subject)))
    )
  if (!isOurs || expiresAt <= Date.now()) throw new AppError('NOT_FOUND')
  const found = await findAccount(c.var.directory, sessionId, userId)
  if (!found || !isActiveSession(found.session, Date.now())) throw new AppError('NOT_FOUND')
  return { userId, subject }
}
