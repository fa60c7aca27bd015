// The session of a user who has just signed in.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { sessions } from './schema.ts'
import type { NewSession } from './sessions.ts'

/** More sessions than any user has devices. Every list of a user's sessions reads at most so many rows. */
const sessionsMax = 100
/** How many surplus sessions one statement deletes: SQLite takes no offset without a limit. */
const surplusMax = 1000

/** What was true of the user when they were checked. A reset, a change of the password and a lifted second step change it. */
export interface Checked {
  passwordHash: string
  secondStepAt: number | null
}

/**
 * Adds a session, and deletes those beyond the most recently used ones; ended ones go first. In the same transaction it ends again if the
 * account has been blocked since it was checked, or what was checked is no longer true.
 * @returns whether it lives
 */
export async function addSession(
  directory: Directory,
  { now, ...session }: NewSession,
  { passwordHash, secondStepAt }: Checked
): Promise<boolean> {
  const { id, userId, endedAt, lastSeenAt } = sessions
  const surplus = directory
    .select({ id })
    .from(sessions)
    .where(eq(userId, session.userId))
    .orderBy(sql`${endedAt} is not null`, desc(lastSeenAt))
    .limit(surplusMax)
    .offset(sessionsMax)
  const holds = sql`select 1 from users where id = ${session.userId} and blocked_at is null
    and password_hash = ${passwordHash} and second_step_at is ${secondStepAt}`
  const [, , ended] = await directory.batch([
    directory.insert(sessions).values({ ...session, createdAt: now, lastSeenAt: now }),
    directory.delete(sessions).where(inArray(id, surplus)),
    directory
      .update(sessions)
      .set({ endedAt: now })
      .where(and(eq(id, session.id), sql`not exists (${holds})`))
      .returning({ id })
  ])
  return ended.length === 0
}
