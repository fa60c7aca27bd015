// How long a session lives, and the verdict on a refresh token. Pure: the caller passes rows, hashes and time.

const dayMs = 24 * 60 * 60_000

export const accessLifetimeSeconds = 600
/** A session ends this long after signing in, even when it is in use. */
export const sessionLifetimeMs = 90 * dayMs
/** A session that was not refreshed for this long has ended. */
export const idleMaxMs = 30 * dayMs

export interface SessionTimes {
  lastSeenAt: number
  expiresAt: number
  endedAt: number | null
}

export const isActiveSession = ({ lastSeenAt, expiresAt, endedAt }: SessionTimes, now: number): boolean =>
  endedAt === null && now < expiresAt && now - lastSeenAt < idleMaxMs

export interface RefreshableSession extends SessionTimes {
  /** Hash of the newest refresh token. */
  refreshHash: string
  /** Hash of the refresh token that was used last; null before the first use. The newest one is its child. */
  previousRefreshHash: string | null
}

/** A refresh token that the session was issued at some time. */
export interface PresentedToken {
  hash: string
  /** How the hash of the token begins in exchange for which this one was issued; null where that is not known. */
  parent: string | null
}

/** issue: answer with a new child of this token. reuse: another token overtook it, end the session. over: it has ended. */
export type RefreshVerdict = 'issue' | 'reuse' | 'over'

/**
 * A token works until a child of it, or another child of its parent, was used. The answer with the child may have been
 * lost, so the token may be used again and again, and has then several children: the first one used goes on, and the
 * others are copies from then on.
 */
export function refreshVerdict(
  session: RefreshableSession,
  { hash, parent }: PresentedToken,
  now: number
): RefreshVerdict {
  if (!isActiveSession(session, now)) return 'over'
  const { refreshHash, previousRefreshHash: used } = session
  const isChildOfUsed = parent !== null && used !== null && used.startsWith(parent)
  return hash === refreshHash || hash === used || isChildOfUsed ? 'issue' : 'reuse'
}
