// Sessions of the console: rows under the digest of a cookie.
import { and, eq, isNull } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { operators, operatorSessions } from './schema-operators.ts'
import { sessions } from './schema.ts'

export type OperatorSessionRow = typeof operatorSessions.$inferSelect

export async function addOperatorSession(
  directory: Directory,
  session: Omit<OperatorSessionRow, 'endedAt'>
): Promise<void> {
  await directory.insert(operatorSessions).values(session)
}

/** A session with its operator and the account's session to which it is bound; undefined when one of them is gone. */
export const findOperatorSession = (directory: Directory, id: string) =>
  directory
    .select({
      session: operatorSessions,
      operator: { userId: operators.userId, name: operators.name, role: operators.role },
      account: { lastSeenAt: sessions.lastSeenAt, expiresAt: sessions.expiresAt, endedAt: sessions.endedAt }
    })
    .from(operatorSessions)
    .innerJoin(operators, and(eq(operators.userId, operatorSessions.userId), isNull(operators.endedAt)))
    .innerJoin(sessions, and(eq(sessions.id, operatorSessions.sessionId), eq(sessions.userId, operatorSessions.userId)))
    .where(eq(operatorSessions.id, id))
    .get()

export async function touchOperatorSession(directory: Directory, id: string, now: number): Promise<void> {
  await directory.update(operatorSessions).set({ seenAt: now }).where(eq(operatorSessions.id, id))
}

export async function endOperatorSession(directory: Directory, id: string, now: number): Promise<void> {
  await directory
    .update(operatorSessions)
    .set({ endedAt: now })
    .where(and(eq(operatorSessions.id, id), isNull(operatorSessions.endedAt)))
}
