// Erases accounts. Records needed for accounting stay, under a user id that no longer leads to a person: ledger
// entries, usage and payments hold only a user id, and so does the wallet's journal. Rows are deleted in portions,
// bounded in rows and bytes, so that a user with many does not block other queries: a run may end after any of them.
import { and, eq, inArray, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { closeEmailChanges } from './email-changes.ts'
import { firstThatFit } from './message-pages.ts'
import { invalidateResets } from './password-resets.ts'
import { emailChanges } from './schema-email-changes.ts'
import { payments } from './schema-payments.ts'
import { refunds } from './schema-refunds.ts'
import { outgoingMails } from './schema-outgoing-mails.ts'
import { subscriptionPeriods, subscriptions } from './schema-subscriptions.ts'
import {
  bonusGrants,
  consents,
  conversationCounts,
  conversations,
  emailLinks,
  jobs,
  messages,
  sessions,
  storedBytes,
  users
} from './schema.ts'
import { stopRenewal } from './subscriptions.ts'

/**
 * Stores a deletion request: it ends the sessions, the links in mails that could change the account, and the renewal of
 * Premium.
 * @returns the ended sessions
 */
export async function requestDeletion(database: Database, userId: string, now: number): Promise<string[]> {
  const [, ended] = await database.batch([
    database.update(users).set({ deletionRequestedAt: now }).where(eq(users.id, userId)),
    database
      .update(sessions)
      .set({ endedAt: now, sealedRefresh: null })
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
      .returning({ id: sessions.id }),
    invalidateResets(database, userId, now),
    closeEmailChanges(database, userId, now),
    stopRenewal(database, userId, now)
  ])
  return ended.map(({ id }) => id)
}

/** Cancels a deletion request. @returns whether there was one */
export async function withdrawDeletion(database: Database, userId: string): Promise<boolean> {
  const restored = await database
    .update(users)
    .set({ deletionRequestedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))
    .returning({ id: users.id })
  return restored.length > 0
}

/**
 * Some accounts whose deletion was requested before `requestedBefore`, in random order, so that accounts that cannot be
 * erased do not block the others.
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

/** Some jobs of a user with their uploads; empty once all jobs are deleted. */
export const jobsToErase = (database: Database, userId: string, limit: number) =>
  database.select({ id: jobs.id, uploads: jobs.uploads }).from(jobs).where(eq(jobs.userId, userId)).limit(limit)

export async function deleteJobs(database: Database, ids: string[]): Promise<void> {
  await database.delete(jobs).where(inArray(jobs.id, ids))
}

/**
 * Deletes some messages of a user's first conversations, and those conversations that have none.
 * @returns how many rows; 0 once all are deleted
 */
export async function deleteChats(database: Database, userId: string, conversationsMax: number): Promise<number> {
  const first = database
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.userId, userId))
    .limit(conversationsMax)
  const isEmpty = notExists(
    database.select({ id: messages.id }).from(messages).where(eq(messages.conversationId, conversations.id))
  )
  // Counted by rows: D1's own figure includes what the triggers change.
  const [texts, emptied] = await database.batch([
    database
      .delete(messages)
      .where(sql`${messages.id} in (${firstThatFit(sql`conversation_id in ${first}`)})`)
      .returning({ id: messages.id }),
    database
      .delete(conversations)
      .where(and(inArray(conversations.id, first), isEmpty))
      .returning({ id: conversations.id })
  ])
  return texts.length + emptied.length
}

const isWished = (userId: string) =>
  sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.deletionRequestedAt} is not null)`

/** Deletes some links and mails of a user, of each kind at most so many. @returns how many; 0 once all are deleted */
export async function deleteRecords(database: Database, userId: string, limit: number): Promise<number> {
  let deleted = 0
  for (const table of [emailLinks, emailChanges, outgoingMails]) {
    const some = sql`select rowid from ${table} where ${table.userId} = ${userId} and ${isWished(userId)} limit ${limit}`
    deleted += (await database.delete(table).where(sql`rowid in (${some})`)).meta.changes
  }
  return deleted
}

/** Replaces the user's id in a bonus grant: the address stays marked as used, but not by whom. */
const erasedUserId = 'erased'

/** Deletes all other data of a user, the account itself last, so that an interrupted run finds it again. */
export async function eraseAccount(database: Database, userId: string): Promise<void> {
  const isTheirWish = isWished(userId)
  await database.batch([
    // Those that came while the portions were deleted.
    database.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isTheirWish)),
    database.delete(emailLinks).where(and(eq(emailLinks.userId, userId), isTheirWish)),
    database.delete(outgoingMails).where(and(eq(outgoingMails.userId, userId), isTheirWish)),
    database.delete(conversationCounts).where(and(eq(conversationCounts.userId, userId), isTheirWish)),
    database.delete(storedBytes).where(and(eq(storedBytes.userId, userId), isTheirWish)),
    database.delete(consents).where(and(eq(consents.userId, userId), isTheirWish)),
    database.delete(sessions).where(and(eq(sessions.userId, userId), isTheirWish)),
    database
      .update(bonusGrants)
      .set({ userId: erasedUserId })
      .where(and(eq(bonusGrants.userId, userId), isTheirWish)),
    // The payments and refunds stay for accounting, without the address.
    database
      .update(payments)
      .set({ receiptEmail: null })
      .where(and(eq(payments.userId, userId), isNotNull(payments.receiptEmail), isTheirWish)),
    database
      .update(refunds)
      .set({ receiptEmail: null })
      .where(and(eq(refunds.userId, userId), isNotNull(refunds.receiptEmail), isTheirWish)),
    database.delete(subscriptions).where(and(eq(subscriptions.userId, userId), isTheirWish)),
    database.delete(subscriptionPeriods).where(and(eq(subscriptionPeriods.userId, userId), isTheirWish)),
    database.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))
  ])
}
