// Mails about Premium that are still to be sent.
import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Database } from './database.ts'
import { type SubscriptionMailFacts, subscriptionMails } from './schema-subscriptions.ts'
import { users } from './schema.ts'

export interface DueMail {
  id: string
  userId: string
  facts: SubscriptionMailFacts
  createdAt: number
  /** This one included. */
  attempts: number
}

/** Mails whose time has come. Each is put off, so that two runs never send the same one. */
export async function takeDueMails(
  database: Database,
  { now, limit, putOffTo }: { now: number; limit: number; putOffTo: number }
): Promise<DueMail[]> {
  const due = await database
    .select({ id: subscriptionMails.id, attempts: subscriptionMails.attempts })
    .from(subscriptionMails)
    .where(lte(subscriptionMails.sendAt, now))
    .orderBy(asc(subscriptionMails.sendAt))
    .limit(limit)
  const taken = await Promise.all(
    due.map(({ id, attempts }) =>
      database
        .update(subscriptionMails)
        .set({ sendAt: putOffTo, attempts: attempts + 1 })
        .where(
          and(
            eq(subscriptionMails.id, id),
            eq(subscriptionMails.attempts, attempts),
            isNotNull(subscriptionMails.sendAt)
          )
        )
        .returning()
    )
  )
  return taken.flat()
}

/** When this mail left; null when it has not, or was never written. */
export async function mailSentAt(database: Database, id: string): Promise<number | null> {
  const [found] = await database
    .select({ sentAt: subscriptionMails.sentAt })
    .from(subscriptionMails)
    .where(eq(subscriptionMails.id, id))
  return found?.sentAt ?? null
}

/** It has become untrue before it was sent; should it be true again, it is written anew. */
export async function dropMail(database: Database, id: string): Promise<void> {
  await database.delete(subscriptionMails).where(eq(subscriptionMails.id, id))
}

/** Sent, or not to be sent any more. */
export async function closeMail(database: Database, id: string, sentAt: number | null): Promise<void> {
  await database.update(subscriptionMails).set({ sendAt: null, sentAt }).where(eq(subscriptionMails.id, id))
}

export async function sendMailAt(database: Database, id: string, sendAt: number): Promise<void> {
  await database
    .update(subscriptionMails)
    .set({ sendAt })
    .where(and(eq(subscriptionMails.id, id), isNotNull(subscriptionMails.sendAt)))
}

/** By user; who has been erased is missing. */
export async function addressesOf(database: Database, userIds: string[]): Promise<Map<string, string>> {
  const found = await database
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, userIds))
  return new Map(found.map(({ id, email }) => [id, email]))
}
