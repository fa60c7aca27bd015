import { beginningOf } from '#contract/cut-text.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import type { NewSession } from '#data/directory/sessions.ts'
import { sessionLifetimeMs } from '#domain/session.ts'
import type { AppContext } from '../http/context.ts'
import { clientOf } from '../http/client-address.ts'
import { signAccessToken } from '../crypto/access-token.ts'
import { hashToken } from '../crypto/link-token.ts'
import { newRefreshToken } from '../crypto/refresh-token.ts'

const userAgentMaxLength = 300

/** The device and place of a session, for the owner's list of sessions. */
export function deviceOf(c: AppContext) {
  const { address: ip, isProxied } = clientOf(c)
  return {
    userAgent: beginningOf(c.req.header('user-agent') ?? '', userAgentMaxLength),
    ip,
    // The local runtime invents an edge location, and behind our proxy it is the proxy's.
    place: isProxied || loopback.test(ip) ? null : placeOf(c.req.raw.cf)
  }
}

const loopback = /^(127\.|::1$|::ffff:127\.)/

function placeOf(edge: CfProperties | undefined): string | null {
  const known = [edge?.city, edge?.country].filter((part) => typeof part === 'string' && part !== '')
  return known.length > 0 ? known.join(', ') : null
}

/** A session that exists only once its row is stored, and the tokens for it. */
export async function draftSession(
  c: AppContext,
  userId: string,
  now: number
): Promise<{ session: NewSession; tokens: TokenPair }> {
  const { environment } = c.var
  const id = crypto.randomUUID()
  const refreshToken = newRefreshToken(environment, id)
  return {
    session: {
      id,
      userId,
      refreshHash: hashToken(refreshToken),
      ...deviceOf(c),
      now,
      expiresAt: now + sessionLifetimeMs
    },
    tokens: { accessToken: signAccessToken(environment, { userId, sessionId: id }, now), refreshToken }
  }
}
