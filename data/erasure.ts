// Forgetting people. What the books need stays, under an id that means nobody: ledger entries, usage and payments name a user id
// only, the wallet's journal no more than that. Rows go in bites, so that a life of chats stops nobody else's queries.
import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { closeEmailChanges } from './email-changes.ts'
import { voidResets } from './password-resets.ts'
import { emailChanges } from './schema-email-changes.ts'
import { payments } from './schema-payments.ts'
import { subscriptionMails, subscriptionPeriods, subscriptions } from './schema-subscriptions.ts'
import { bonusGrants, consents, conversations, emailLinks, jobs, sessions, users } from './schema.ts'
import { stopRenewal } from './subscriptions.ts'

/**
 * The wish to be forgotten: sessions end with it, links in mails that could change the account, and the renewal of Premium.
 * @returns the sessions
 */
export async function requestDeletion(database: Database, userId: string, now: number): Promise<string[]> {
  const [, ended] = await database.batch([
    database.update(users).set({ deletionRequestedAt: now }).where(eq(users.id, userId)),
    database
      .update(sessions)
      .set({ endedAt: now, sealedRefresh: null })
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
      .returning({ id: sessions.id }),
    voidResets(database, userId, now),
    closeEmailChanges(database, userId, now),
    stopRenewal(database, userId, now)
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

/**
 * Some accounts whose owners asked to be forgotten before `requestedBefore`. By chance: one that cannot be erased must not
 * stand in front of the others for ever.
 */
export async function accountsToErase(database: Database, requestedBefore: number, limit: number): Promise<string[]> {
  const found = await database
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletionRequestedAt), lte(users.deletionRequestedAt, requestedBefore)))
    .orderBy(sql`random()`)
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Some jobs of a user with what lies in R2 for them; none are left once all were forgotten. */
export const jobsToErase = (database: Database, userId: string, limit: number) =>
  database.select({ id: jobs.id, uploads: jobs.uploads }).from(jobs).where(eq(jobs.userId, userId)).limit(limit)

export async function forgetJobs(database: Database, ids: string[]): Promise<void> {
  await database.delete(jobs).where(inArray(jobs.id, ids))
}

/** Forgets some conversations; their messages go with them. @returns how many went */
export async function forgetConversations(database: Database, userId: string, limit: number): Promise<number> {
  const some = database
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.userId, userId))
    .limit(limit)
  return (await database.delete(conversations).where(inArray(conversations.id, some))).meta.changes
}

/** In place of a user: a bonus that was had stays had, but no longer tells by whom. */
const nobody = 'erased'

/** Everything else about a person, the account itself last: whatever breaks before leaves it to be found again. */
export async function eraseAccount(database: Database, userId: string): Promise<void> {
  const isWished = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.deletionRequestedAt} is not null)`
  await database.batch([
    database.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isWished)),
    database.delete(emailLinks).where(and(eq(emailLinks.userId, userId), isWished)),
    database.delete(consents).where(and(eq(consents.userId, userId), isWished)),
    database.delete(sessions).where(and(eq(sessions.userId, userId), isWished)),
    database
      .update(bonusGrants)
      .set({ userId: nobody })
      .where(and(eq(bonusGrants.userId, userId), isWished)),
    // The books keep what was sold, not to which address.
    database
      .update(payments)
      .set({ receiptEmail: null })
      .where(and(eq(payments.userId, userId), isWished)),
    database.delete(subscriptions).where(and(eq(subscriptions.userId, userId), isWished)),
    database.delete(subscriptionPeriods).where(and(eq(subscriptionPeriods.userId, userId), isWished)),
    database.delete(subscriptionMails).where(and(eq(subscriptionMails.userId, userId), isWished)),
    database.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))
  ])
}
