// How long a session lives, and the verdict on a refresh token. Pure: the caller passes rows, hashes and time.

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const accessLifetimeSeconds = 600
/** A session ends this long after signing in, even when it is in use. */
export const sessionLifetimeMs = 90 * dayMs
/** A session that was not refreshed for this long has ended. */
export const idleMaxMs = 30 * dayMs
/** How long the previous refresh token still returns the current pair, for lost responses and several tabs at once. */
export const graceMs = 30_000

export interface SessionTimes {
  lastSeenAt: number
  expiresAt: number
  endedAt: number | null
}

export const isActiveSession = ({ lastSeenAt, expiresAt, endedAt }: SessionTimes, now: number): boolean =>
  endedAt === null && now < expiresAt && now - lastSeenAt < idleMaxMs

export interface RotatingSession extends SessionTimes {
  refreshHash: string
  previousRefreshHash: string | null
  rotatedAt: number
}

/**
 * rotate: issue a new pair. repeat: return the current pair. reuse: a copied token, end the session. over: it has
 * ended.
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'reuse' | 'over'

/** @param presentedHash hash of a refresh token that this session was issued at some time */
export function refreshVerdict(session: RotatingSession, presentedHash: string, now: number): RefreshVerdict {
  if (!isActiveSession(session, now)) return 'over'
  if (presentedHash === session.refreshHash) return 'rotate'
  const isPrevious = presentedHash === session.previousRefreshHash
  return isPrevious && now - session.rotatedAt <= graceMs ? 'repeat' : 'reuse'
}
