// Sessions of signed-in users. Refresh tokens are stored as hashes only.
import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { subscriptions } from './schema-subscriptions.ts'
import { sessions, users } from './schema.ts'

export interface NewSession {
  id: string
  userId: string
  refreshHash: string
  userAgent: string
  ip: string
  place: string | null
  now: number
  expiresAt: number
}

/** The account of a session in one joined row, with the times that decide whether the session is alive. */
export const findAccount = (directory: Directory, sessionId: string, userId: string) =>
  directory
    .select({
      account: {
        id: users.id,
        email: users.email,
        displayName: users.displayName,
        verifiedAt: users.verifiedAt,
        firstPurchaseAt: users.firstPurchaseAt,
        createdAt: users.createdAt,
        /** Until when requests are free; null for a user who never had Premium. */
        premiumUntil: subscriptions.accessUntil
      },
      session: { lastSeenAt: sessions.lastSeenAt, expiresAt: sessions.expiresAt, endedAt: sessions.endedAt }
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .get()

/** The account of the caller, as handlers get it without another query. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>['account']

/**
 * The session whose newest or last used refresh token has this hash, or that the token names, if its user still exists.
 * @param id of the session, where the token proves it
 */
export async function findSessionByRefresh(directory: Directory, refreshHash: string, id = '') {
  const [found] = await directory
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      or(eq(sessions.refreshHash, refreshHash), eq(sessions.previousRefreshHash, refreshHash), eq(sessions.id, id))
    )
  return found?.session
}

export interface Rotation {
  id: string
  /** Hash of the token that was the last used one when the session was read; null: none. */
  fromUsed: string | null
  /** Hash of the token that is used now, and of its new child. */
  used: string
  issued: string
  userAgent: string
  ip: string
  place: string | null
  now: number
}

/** Notes that a refresh token was used, and its child. @returns false when another one was used meanwhile, or the session ended */
export async function rotateSession(directory: Directory, rotation: Rotation): Promise<boolean> {
  const { id, fromUsed, used, issued, now, ...device } = rotation
  const rotated = await directory
    .update(sessions)
    .set({
      ...device,
      refreshHash: issued,
      previousRefreshHash: used,
      lastSeenAt: now
    })
    .where(and(eq(sessions.id, id), sql`${sessions.previousRefreshHash} is ${fromUsed}`, isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return rotated.length > 0
}

/** The times of those sessions that still exist. */
export async function findSessions(directory: Directory, ids: string[]) {
  const { id, lastSeenAt, expiresAt, endedAt } = sessions
  return directory.select({ id, lastSeenAt, expiresAt, endedAt }).from(sessions).where(inArray(sessions.id, ids))
}

/** Ends a session; ending it twice changes nothing. @returns its user, if this call ended it */
export async function endSession(directory: Directory, id: string, now: number): Promise<string | null> {
  const [ended] = await directory
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId })
  return ended?.userId ?? null
}

/** The sessions of a user that were not ended, most recently used first. Some may have expired. */
export async function sessionsOf(directory: Directory, userId: string) {
  const { id, userAgent, ip, place, createdAt, lastSeenAt, expiresAt, endedAt } = sessions
  return directory
    .select({ id, userAgent, ip, place, createdAt, lastSeenAt, expiresAt, endedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .orderBy(desc(sessions.lastSeenAt))
}

/** Ends one session of a user, or all but one. @returns the ids of those that this call ended */
export async function revokeSessions(
  directory: Directory,
  userId: string,
  which: { id: string } | { allBut: string },
  now: number
): Promise<string[]> {
  const chosen = 'id' in which ? eq(sessions.id, which.id) : ne(sessions.id, which.allBut)
  const ended = await directory
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), chosen, isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return ended.map(({ id }) => id)
}
