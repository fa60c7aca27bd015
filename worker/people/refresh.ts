// Exchange of refresh tokens (RFC 9700, 4.14.2). Every use issues a child of the token. A token works until one of its
// children was used, because the answer with the child may be lost; one that was overtaken means that the token was
// copied, and the session ends.
import type { TokenPair } from '#contract/sign-in.ts'
import { endSession, findSessionByRefresh, rotateSession } from '#data/directory/sessions.ts'
import { emailOf } from '#data/directory/users.ts'
import { refreshVerdict } from '#domain/session.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { sendLater } from '../mails/send-later.ts'
import { sessionEndedMail } from './mails/session-ended.ts'
import { limitRefresh } from '../http/limit.ts'
import { log } from '#notices/report.ts'
import { signAccessToken } from '../crypto/access-token.ts'
import { deviceOf } from './draft-session.ts'
import { signOutPages } from './sign-out-pages.ts'
import { hashToken } from '../crypto/link-token.ts'
import { newRefreshToken, originOfRefreshToken } from '../crypto/refresh-token.ts'

type StoredSession = NonNullable<Awaited<ReturnType<typeof findSessionByRefresh>>>

/** Two rounds: a request that loses the first one to a parallel request presents a used token in the second. */
const roundsMax = 2

/** @returns null when a parallel request was first to use a token of this session */
async function issue(
  c: AppContext,
  { id, userId, previousRefreshHash }: StoredSession,
  presentedHash: string,
  now: number
): Promise<TokenPair | null> {
  const { directory, environment } = c.var
  const refreshToken = newRefreshToken(environment, id, presentedHash)
  const isIssued = await rotateSession(directory, {
    id,
    fromUsed: previousRefreshHash,
    used: presentedHash,
    issued: hashToken(refreshToken),
    ...deviceOf(c),
    now
  })
  return isIssued ? { accessToken: signAccessToken(environment, { userId, sessionId: id }, now), refreshToken } : null
}

/** Ends the session of an overtaken token and mails its owner. The session stays ended although the request fails. */
async function endReused(c: AppContext, sessionId: string, now: number): Promise<void> {
  const { directory, environment } = c.var
  const userId = await endSession(directory, sessionId, now)
  if (userId === null) return
  log({ event: 'session-reused', requestId: c.var.requestId })
  await signOutPages(c, userId, [sessionId])
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
  sendLater(c, 'session-ended', async () => {
    const to = await emailOf(directory, userId)
    return to === undefined ? null : { to, ...sessionEndedMail({ product, siteOrigin }) }
  })
}

/** @throws AppError RATE_LIMITED, INVALID_REFRESH_TOKEN */
export async function refreshSession(c: AppContext, presented: string): Promise<TokenPair> {
  const { directory, environment } = c.var
  const origin = originOfRefreshToken(environment, presented)
  await limitRefresh(c, origin?.sessionId ?? null)
  const hash = hashToken(presented)
  for (let round = 1; round <= roundsMax; round++) {
    const now = Date.now()
    const session = await findSessionByRefresh(directory, hash, origin?.sessionId)
    if (!session) break
    const verdict = refreshVerdict(session, { hash, parent: origin?.parent ?? null }, now)
    if (verdict === 'issue') {
      const pair = await issue(c, session, hash, now)
      if (pair) return pair
    } else {
      if (verdict === 'reuse') await endReused(c, session.id, now)
      break
    }
  }
  throw new AppError('INVALID_REFRESH_TOKEN')
}
