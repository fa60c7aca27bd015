// The link to a user's archive. A browser downloads it without an access token, so the link itself is signed, for ten
// minutes and one session. It stops working when that session ends, so that signing out everywhere covers it too.
import { isSignature } from '#data/signature.ts'
import { findAccount } from '#data/directory/sessions.ts'
import { isActiveSession } from '#domain/session.ts'
import type { AppContext, Caller } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { hmac, keyringOf } from '../crypto/keyring.ts'

/** Relative to the API's base path, like every path of the contract. */
export const archivePath = '/user/export/archive'
const lifetimeMs = 10 * 60_000
const purpose = 'account-archive'

const signedPart = ({ userId, sessionId }: Caller, expiresAt: number) =>
  new TextEncoder().encode(`${userId}.${sessionId}.${expiresAt}`)

export function archiveLink(c: AppContext): string {
  const { caller, environment } = c.var
  const expiresAt = Date.now() + lifetimeMs
  const signature = hmac(keyringOf(environment).current, purpose, signedPart(caller, expiresAt))
  const query = new URLSearchParams({
    user: caller.userId,
    session: caller.sessionId,
    expires: String(expiresAt),
    signature: signature.toString('base64url')
  })
  return `${environment.SITE_ORIGIN}/api${archivePath}?${query.toString()}`
}

/**
 * @returns the user whose archive the link opens
 * @throws AppError NOT_FOUND for a link that we did not sign, that has expired or whose session has ended
 */
export async function userOfArchiveLink(c: AppContext): Promise<string> {
  const { user: userId = '', session: sessionId = '', expires = '', signature = '' } = c.req.query()
  const expiresAt = Number(expires)
  const isOurs =
    String(expiresAt) === expires &&
    keyringOf(c.var.environment).known.some((key) =>
      isSignature(signature, hmac(key, purpose, signedPart({ userId, sessionId }, expiresAt)))
    )
  if (!isOurs || expiresAt <= Date.now()) throw new AppError('NOT_FOUND')
  const found = await findAccount(c.var.directory, sessionId, userId)
  if (!found || !isActiveSession(found.session, Date.now())) throw new AppError('NOT_FOUND')
  return userId
}
