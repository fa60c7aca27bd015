// The life of a session and the verdict on a presented refresh token. Pure: the caller brings rows, hashes and time.

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const accessLifetimeSeconds = 600
/** However busy, a session ends this long after signing in. */
export const sessionLifetimeMs = 90 * dayMs
/** A session that nobody refreshed for this long is over. */
export const idleMaxMs = 30 * dayMs
/** How long the previous refresh token still brings the current pair: a lost answer, several tabs at once. */
export const graceMs = 30_000

export interface SessionTimes {
  lastSeenAt: number
  expiresAt: number
  endedAt: number | null
}

export const isLiving = ({ lastSeenAt, expiresAt, endedAt }: SessionTimes, now: number): boolean =>
  endedAt === null && now < expiresAt && now - lastSeenAt < idleMaxMs

export interface RotatingSession extends SessionTimes {
  refreshHash: string
  previousRefreshHash: string | null
  rotatedAt: number
}

/** rotate: a new pair. repeat: the current pair once more. reuse: a copy is about, end the session. over: it ended. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'reuse' | 'over'

/** @param presentedHash hash of a refresh token that was issued to this session at some time */
export function judgeRefresh(session: RotatingSession, presentedHash: string, now: number): RefreshVerdict {
  if (!isLiving(session, now)) return 'over'
  if (presentedHash === session.refreshHash) return 'rotate'
  const isPrevious = presentedHash === session.previousRefreshHash
  return isPrevious && now - session.rotatedAt <= graceMs ? 'repeat' : 'reuse'
}
