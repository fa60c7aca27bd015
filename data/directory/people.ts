// What operators read of an account, and how they keep its owner out. Every list is bounded and found by an index.
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { consentsOf } from './personal-data.ts'
import { payments } from './schema-payments.ts'
import { outgoingMails } from './schema-outgoing-mails.ts'
import { subscriptions } from './schema-subscriptions.ts'
import { identities } from './schema-ways-in.ts'
import { sessions, users } from './schema.ts'

const account = {
  id: users.id,
  email: users.email,
  canonicalEmail: users.canonicalEmail,
  verifiedAt: users.verifiedAt,
  firstPurchaseAt: users.firstPurchaseAt,
  deletionRequestedAt: users.deletionRequestedAt,
  blockedAt: users.blockedAt,
  secondStepAt: users.secondStepAt,
  passkeys: sql<number>`(select count(*) from passkeys where passkeys.user_id = users.id)`,
  createdAt: users.createdAt
}

export const accountOf = (directory: Directory, userId: string) =>
  directory.select(account).from(users).where(eq(users.id, userId)).get()

export type PersonAccount = NonNullable<Awaited<ReturnType<typeof accountOf>>>

export async function userIdOfAddress(directory: Directory, canonicalEmail: string): Promise<string | undefined> {
  const [found] = await directory.select({ id: users.id }).from(users).where(eq(users.canonicalEmail, canonicalEmail))
  return found?.id
}

/** @param id ours or the provider's */
export async function payerOf(directory: Directory, id: string): Promise<string | undefined> {
  const [found] = await directory
    .select({ userId: payments.userId })
    .from(payments)
    .where(or(eq(payments.id, id), eq(payments.providerPaymentId, id)))
    .limit(1)
  return found?.userId
}

const rowsMax = 20
const sessionsMax = 100

/** Everything that the console's card of a user needs from the directory, at one moment. */
export async function personRows(directory: Directory, userId: string) {
  const [[found], [premium], devices, given, mails, bought, linked] = await directory.batch([
    directory.select(account).from(users).where(eq(users.id, userId)),
    directory.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    directory
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
      .orderBy(desc(sessions.lastSeenAt))
      .limit(sessionsMax),
    consentsOf(directory, userId),
    directory
      .select()
      .from(outgoingMails)
      .where(eq(outgoingMails.userId, userId))
      .orderBy(desc(outgoingMails.createdAt))
      .limit(rowsMax),
    directory
      .select()
      .from(payments)
      .where(eq(payments.userId, userId))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(rowsMax),
    directory.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId))
  ])
  const providers = linked.map(({ provider }) => provider)
  return { account: found, premium, sessions: devices, consents: given, mails, payments: bought, providers }
}

/** Keeps the owner out and ends all sessions, in one transaction. @returns the sessions that this call ended */
export async function blockAccount(directory: Directory, userId: string, now: number): Promise<string[]> {
  const [, ended] = await directory.batch([
    directory
      .update(users)
      .set({ blockedAt: now })
      .where(and(eq(users.id, userId), isNull(users.blockedAt))),
    directory
      .update(sessions)
      .set({ endedAt: now })
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
      .returning({ id: sessions.id })
  ])
  return ended.map(({ id }) => id)
}

export async function unblockAccount(directory: Directory, userId: string): Promise<void> {
  await directory.update(users).set({ blockedAt: null }).where(eq(users.id, userId))
}

/** A stored mail of this account. */
export const mailOf = (directory: Directory, { userId, id }: { userId: string; id: string }) =>
  directory
    .select({ userId: outgoingMails.userId, facts: outgoingMails.facts })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.id, id), eq(outgoingMails.userId, userId)))
    .get()

/** Sends a stored mail once more, with all its attempts, unless it waits to be sent anyway. */
export async function sendMailAgain(directory: Directory, id: string, now: number): Promise<void> {
  await directory
    .update(outgoingMails)
    .set({ sendAt: now, attempts: 0 })
    .where(and(eq(outgoingMails.id, id), isNull(outgoingMails.sendAt)))
}
