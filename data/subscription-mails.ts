// Mails about Premium and refunds that are still to be sent.
import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Database } from './database.ts'
import { type SubscriptionMailFacts, subscriptionMails } from './schema-subscriptions.ts'
import { users } from './schema.ts'

export interface DueMail {
  id: string
  userId: string
  facts: SubscriptionMailFacts
  createdAt: number
  /** The number of attempts, including this one. */
  attempts: number
}

/** Takes due mails. Each is postponed, so that two runs never send the same one. */
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

/** When this mail was sent; null when it was not sent or does not exist. */
export async function mailSentAt(database: Database, id: string): Promise<number | null> {
  const [found] = await database
    .select({ sentAt: subscriptionMails.sentAt })
    .from(subscriptionMails)
    .where(eq(subscriptionMails.id, id))
  return found?.sentAt ?? null
}

/** Deletes a mail that is no longer true. If it becomes true again, it is inserted anew. */
export async function dropMail(database: Database, id: string): Promise<void> {
  await database.delete(subscriptionMails).where(eq(subscriptionMails.id, id))
}

/** Marks a mail as sent, or (`sentAt` null) as given up. */
export async function closeMail(database: Database, id: string, sentAt: number | null): Promise<void> {
  await database.update(subscriptionMails).set({ sendAt: null, sentAt }).where(eq(subscriptionMails.id, id))
}

export async function sendMailAt(database: Database, id: string, sendAt: number): Promise<void> {
  await database
    .update(subscriptionMails)
    .set({ sendAt })
    .where(and(eq(subscriptionMails.id, id), isNotNull(subscriptionMails.sendAt)))
}

/** Addresses by user id; erased users are missing. */
export async function addressesOf(database: Database, userIds: string[]): Promise<Map<string, string>> {
  const found = await database
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, userIds))
  return new Map(found.map(({ id, email }) => [id, email]))
}
