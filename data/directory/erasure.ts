// Erases accounts. Records needed for accounting stay, under a user id that no longer leads to a person: ledger
// entries, usage and payments hold only a user id, and so does the wallet's journal. Rows are deleted in portions, so that
// a user with many does not block other queries: a run may end after any of them. What the user has made is deleted
// first, in the history.
import { and, eq, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { closeEmailChanges } from './email-changes.ts'
import { staysOwned } from './operators.ts'
import { invalidateResets } from './password-resets.ts'
import { emailChanges } from './schema-email-changes.ts'
import { operators, operatorSessions } from './schema-operators.ts'
import { payments } from './schema-payments.ts'
import { erasedPeople } from './schema-registered.ts'
import { secondReceipts } from './schema-receipts.ts'
import { refunds } from './schema-refunds.ts'
import { type OutgoingMailFacts, outgoingMails } from './schema-outgoing-mails.ts'
import { invitations } from './schema-invitations.ts'
import { promoRedemptions } from './schema-prices.ts'
import { pushDevices, readyMessages } from './schema-ready.ts'
import { authenticators, identities, passkeys, recoveryCodes } from './schema-ways-in.ts'
import { subscriptionPeriods, subscriptions } from './schema-subscriptions.ts'
import { bonusGrants, consents, emailLinks, sessions, users } from './schema.ts'
import { stopRenewal } from './subscriptions.ts'

export type ErasureFacts = Extract<OutgoingMailFacts, { kind: 'erasure' }>

/** The mail about a request of that time. */
export const erasureMailId = (userId: string, requestedAt: number): string => `erasure:${userId}:${requestedAt}`

/**
 * Stores a deletion request and the mail about it: it ends the sessions, the links in mails that could change the account, and
 * the renewal of Premium. The console's last owner is refused, and then nothing changes.
 * @returns the ended sessions; null when there would be no owner left
 */
export async function requestDeletion(
  directory: Directory,
  { userId, facts, now }: { userId: string; facts: ErasureFacts; now: number }
): Promise<string[] | null> {
  const isStored = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.deletionRequestedAt} = ${now})`
  const [stored, ended] = await directory.batch([
    directory
      .update(users)
      .set({ deletionRequestedAt: now })
      .where(and(eq(users.id, userId), staysOwned(userId)))
      .returning({ id: users.id }),
    directory
      .update(sessions)
      .set({ endedAt: now })
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), isStored))
      .returning({ id: sessions.id }),
    invalidateResets(directory, userId, now, isStored),
    closeEmailChanges(directory, userId, now, isStored),
    stopRenewal(directory, userId, now, isStored),
    directory
      .insert(outgoingMails)
      .select(
        sql`select ${erasureMailId(userId, now)}, ${userId}, ${JSON.stringify(facts)}, ${now}, 0, ${now}, null where ${isStored}`
      )
      .onConflictDoNothing()
  ])
  return stored.length > 0 ? ended.map(({ id }) => id) : null
}

/** Cancels a deletion request. @returns whether there was one */
export async function withdrawDeletion(directory: Directory, userId: string): Promise<boolean> {
  const restored = await directory
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
export async function accountsToErase(directory: Directory, requestedBefore: number, limit: number): Promise<string[]> {
  const found = await directory
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletionRequestedAt), lte(users.deletionRequestedAt, requestedBefore)))
    .orderBy(sql`random()`)
    .limit(limit)
  return found.map(({ id }) => id)
}

const isWished = (userId: string) =>
  sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.deletionRequestedAt} is not null)`

/** Deletes some links, mails and messages of a user, of each kind at most so many. @returns how many; 0 once all are deleted */
export async function deleteRecords(directory: Directory, userId: string, limit: number): Promise<number> {
  let deleted = 0
  for (const table of [emailLinks, emailChanges, outgoingMails, readyMessages, pushDevices]) {
    const some = sql`select rowid from ${table} where ${table.userId} = ${userId} and ${isWished(userId)} limit ${limit}`
    deleted += (await directory.delete(table).where(sql`rowid in (${some})`)).meta.changes
  }
  return deleted
}

/** Replaces the user's id where the row stays: in a bonus grant the address is marked as used, but not by whom. */
const erasedUserId = 'erased'

/** The statement that notes an erasure for the register, before the account's row goes. */
const noteErased = (directory: Directory, userId: string, now: number) =>
  directory
    .insert(erasedPeople)
    .select(
      sql`select register_id, id, ${now} from users
        where id = ${userId} and register_id is not null and deletion_requested_at is not null`
    )
    .onConflictDoNothing()

/** A second receipt that is on its way keeps the address with which it was sent, until it has ended. */
const dropReceiptAddress = (directory: Directory, userId: string) =>
  directory
    .update(secondReceipts)
    .set({ receiptEmail: null })
    .where(
      and(
        eq(secondReceipts.userId, userId),
        notInArray(secondReceipts.status, ['created', 'pending']),
        isNotNull(secondReceipts.receiptEmail),
        isWished(userId)
      )
    )

/** Deletes all other data of a user, the account itself last, so that the next run finds an interrupted erasure. */
export async function eraseAccount(directory: Directory, userId: string): Promise<void> {
  const isTheirWish = isWished(userId)
  await directory.batch([
    // Rows that were added while the portions were deleted.
    directory.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isTheirWish)),
    directory.delete(emailLinks).where(and(eq(emailLinks.userId, userId), isTheirWish)),
    directory.delete(outgoingMails).where(and(eq(outgoingMails.userId, userId), isTheirWish)),
    directory.delete(readyMessages).where(and(eq(readyMessages.userId, userId), isTheirWish)),
    directory.delete(pushDevices).where(and(eq(pushDevices.userId, userId), isTheirWish)),
    directory.delete(consents).where(and(eq(consents.userId, userId), isTheirWish)),
    directory.delete(sessions).where(and(eq(sessions.userId, userId), isTheirWish)),
    ...([identities, passkeys, authenticators, recoveryCodes] as const).map((table) =>
      directory.delete(table).where(and(eq(table.userId, userId), isTheirWish))
    ),
    directory.delete(operatorSessions).where(and(eq(operatorSessions.userId, userId), isTheirWish)),
    // The row reserves the operator's name in the record, and keeps nothing that leads to the person.
    directory
      .update(operators)
      .set({
        userId: sql`'erased-' || ${operators.name}`,
        factor: null,
        factorSince: null,
        endedAt: sql`coalesce(${operators.endedAt}, unixepoch() * 1000)`
      })
      .where(and(eq(operators.userId, userId), isTheirWish)),
    directory
      .update(bonusGrants)
      .set({ userId: erasedUserId })
      .where(and(eq(bonusGrants.userId, userId), isTheirWish)),
    // The address stays marked as having used the code, as that of the registration bonus.
    directory
      .update(promoRedemptions)
      .set({ userId: sql`'erased-' || ${promoRedemptions.addressHash}` })
      .where(and(eq(promoRedemptions.userId, userId), isTheirWish)),
    // The rows stay, for the limit of an inviter and the counts of a campaign, and lead to no person.
    directory
      .update(invitations)
      .set({ userId: sql`'erased-' || ${invitations.id}` })
      .where(and(eq(invitations.userId, userId), isTheirWish)),
    directory
      .update(invitations)
      .set({ inviterId: erasedUserId })
      .where(and(eq(invitations.inviterId, userId), isTheirWish)),
    // The payments and refunds stay for accounting, without the address; only for a last receipt, which follows at once, it is kept.
    directory
      .update(payments)
      .set({
        receiptEmail: sql`case when ${payments.advanceDueAt} is not null and ${payments.status} = 'succeeded'
          then (select ${users.email} from ${users} where ${users.id} = ${userId}) end`,
        advanceDueAt: sql`case when ${payments.advanceDueAt} is not null then 0 end`,
        erasedAt: sql`case when ${payments.advanceDueAt} is not null then ${Date.now()} end`
      })
      .where(
        and(
          eq(payments.userId, userId),
          or(isNotNull(payments.receiptEmail), isNotNull(payments.advanceDueAt)),
          isTheirWish
        )
      ),
    dropReceiptAddress(directory, userId),
    directory
      .update(refunds)
      .set({ receiptEmail: null })
      .where(and(eq(refunds.userId, userId), isNotNull(refunds.receiptEmail), isTheirWish)),
    directory.delete(subscriptions).where(and(eq(subscriptions.userId, userId), isTheirWish)),
    directory.delete(subscriptionPeriods).where(and(eq(subscriptionPeriods.userId, userId), isTheirWish)),
    noteErased(directory, userId, Date.now()),
    directory.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))
  ])
}

/** Whether an account is there and its owner has not asked for its deletion. */
export async function isAccountOpen(directory: Directory, userId: string): Promise<boolean> {
  const found = await directory
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletionRequestedAt)))
  return found.length > 0
}
