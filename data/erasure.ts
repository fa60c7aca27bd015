// Forgetting people. What the books need stays, under an id that means nobody: ledger entries and usage name a user id
// only, the wallet's journal no more than that.
import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { emailChanges } from './schema-email-changes.ts'
import { consents, conversations, emailLinks, jobs, sessions, users } from './schema.ts'

/** The wish to be forgotten: every session ends with it. @returns the sessions that ended */
export async function requestDeletion(database: Database, userId: string, now: number): Promise<string[]> {
  const [, ended] = await database.batch([
    database.update(users).set({ deletionRequestedAt: now }).where(eq(users.id, userId)),
    database
      .update(sessions)
      .set({ endedAt: now, sealedRefresh: null })
      .where(and(eq(sessions.userId, userId), sql`${sessions.endedAt} is null`))
      .returning({ id: sessions.id })
  ])
  return ended.map(({ id }) => id)
}

/** Takes the wish back. @returns whether there was one */
export async function withdrawDeletion(database: Database, userId: string): Promise<boolean> {
  const restored = await database
    .update(users)
    .set({ deletionRequestedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))
    .returning({ id: users.id })
  return restored.length > 0
}

/** Accounts whose owners asked to be forgotten before `requestedBefore`, oldest wish first. */
export async function accountsToErase(database: Database, requestedBefore: number, limit: number): Promise<string[]> {
  const found = await database
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletionRequestedAt), lte(users.deletionRequestedAt, requestedBefore)))
    .orderBy(users.deletionRequestedAt)
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Some jobs of a user with what of them may lie in R2; none are left once all were forgotten. */
export const jobsToErase = (database: Database, userId: string, limit: number) =>
  database
    .select({ id: jobs.id, uploads: jobs.uploads, files: jobs.files })
    .from(jobs)
    .where(eq(jobs.userId, userId))
    .limit(limit)

export async function forgetJobs(database: Database, ids: string[]): Promise<void> {
  await database.delete(jobs).where(inArray(jobs.id, ids))
}

/**
 * Everything else about a person, the account itself last: whatever breaks before leaves it to be found again. Does
 * nothing to an account whose owner took the wish back meanwhile.
 */
export async function eraseAccount(database: Database, userId: string): Promise<void> {
  const isWished = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.deletionRequestedAt} is not null)`
  await database.batch([
    // Messages go with their conversations.
    database.delete(conversations).where(and(eq(conversations.userId, userId), isWished)),
    database.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isWished)),
    database.delete(emailLinks).where(and(eq(emailLinks.userId, userId), isWished)),
    database.delete(consents).where(and(eq(consents.userId, userId), isWished)),
    database.delete(sessions).where(and(eq(sessions.userId, userId), isWished)),
    database.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))
  ])
}
