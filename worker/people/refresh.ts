// Rotation of refresh tokens (RFC 9700, 4.14.2). Every use replaces the token. The previous one still returns the
// current pair for some seconds; an older one means that the token was copied, and the session ends.
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
import { newRefreshToken, sessionOfRefreshToken } from '../crypto/refresh-token.ts'
import { openSealedToken, sealToken } from '../crypto/sealed-token.ts'

type StoredSession = NonNullable<Awaited<ReturnType<typeof findSessionByRefresh>>>

/** Two rounds: a request that loses the first one to a parallel request presents the previous token in the second. */
const roundsMax = 2

async function pairOf(c: AppContext, session: StoredSession, refreshToken: string, now: number): Promise<TokenPair> {
  const claims = { userId: session.userId, sessionId: session.id }
  return { accessToken: await signAccessToken(c.var.environment, claims, now), refreshToken }
}

/** @returns null when a parallel request rotated the token first */
async function rotate(c: AppContext, session: StoredSession, presented: string, now: number) {
  const next = newRefreshToken(c.var.environment, session.id)
  const rotated = await rotateSession(c.var.directory, {
    id: session.id,
    fromHash: session.refreshHash,
    toHash: hashToken(next),
    sealedRefresh: await sealToken(next, presented),
    ...deviceOf(c),
    now
  })
  return rotated ? pairOf(c, session, next, now) : null
}

/** Ends the session of an outdated token and mails its owner. The session stays ended although the request fails. */
async function refuseReuse(c: AppContext, sessionId: string | null, now: number): Promise<never> {
  const { directory, environment } = c.var
  const userId = sessionId === null ? null : await endSession(directory, sessionId, now)
  if (sessionId !== null && userId !== null) {
    log({ event: 'session-reused', requestId: c.var.requestId })
    await signOutPages(c, userId, [sessionId])
    const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = environment
    sendLater(c, 'session-ended', async () => {
      const to = await emailOf(directory, userId)
      return to === undefined ? null : { to, ...sessionEndedMail({ product, siteOrigin }) }
    })
  }
  throw new AppError('INVALID_REFRESH_TOKEN')
}

/** @throws AppError RATE_LIMITED, INVALID_REFRESH_TOKEN */
export async function refreshSession(c: AppContext, presented: string): Promise<TokenPair> {
  const { directory, environment } = c.var
  const namedSession = sessionOfRefreshToken(environment, presented)
  await limitRefresh(c, namedSession)
  const presentedHash = hashToken(presented)
  for (let round = 1; round <= roundsMax; round++) {
    const now = Date.now()
    const session = await findSessionByRefresh(directory, presentedHash)
    if (!session) return refuseReuse(c, namedSession, now)
    const verdict = refreshVerdict(session, presentedHash, now)
    switch (verdict) {
      case 'rotate': {
        const pair = await rotate(c, session, presented, now)
        if (pair) return pair
        break
      }
      case 'repeat': {
        if (session.sealedRefresh === null) throw new Error('A rotated session keeps no sealed token')
        return pairOf(c, session, await openSealedToken(session.sealedRefresh, presented), now)
      }
      case 'reuse':
        return refuseReuse(c, session.id, now)
      case 'over':
        throw new AppError('INVALID_REFRESH_TOKEN')
      default:
        return verdict satisfies never
    }
  }
  throw new AppError('INVALID_REFRESH_TOKEN')
}
