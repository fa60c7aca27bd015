// Mails about Premium and refunds that are still to be sent.
import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Directory } from '../database.ts'
import { type OutgoingMailFacts, outgoingMails } from './schema-outgoing-mails.ts'
import { users } from './schema.ts'

export interface DueMail {
  id: string
  userId: string
  facts: OutgoingMailFacts
  createdAt: number
  /** The number of attempts, including this one. */
  attempts: number
}

/** Adds a mail of its own; `changeSubscription` adds one together with a change. Does nothing when its id exists. */
export async function addOutgoingMail(
  directory: Directory,
  mail: { id: string; userId: string; facts: OutgoingMailFacts; now: number }
): Promise<void> {
  const { now, ...row } = mail
  await directory
    .insert(outgoingMails)
    .values({ ...row, createdAt: now, sendAt: now })
    .onConflictDoNothing()
}

/** Takes due mails. Each is postponed, so that two runs never send the same one. */
export async function takeDueMails(
  directory: Directory,
  { now, limit, putOffTo }: { now: number; limit: number; putOffTo: number }
): Promise<DueMail[]> {
  const due = await directory
    .select({ id: outgoingMails.id, attempts: outgoingMails.attempts })
    .from(outgoingMails)
    .where(lte(outgoingMails.sendAt, now))
    .orderBy(asc(outgoingMails.sendAt))
    .limit(limit)
  const taken = await Promise.all(
    due.map(({ id, attempts }) =>
      directory
        .update(outgoingMails)
        .set({ sendAt: putOffTo, attempts: attempts + 1 })
        .where(and(eq(outgoingMails.id, id), eq(outgoingMails.attempts, attempts), isNotNull(outgoingMails.sendAt)))
        .returning()
    )
  )
  return taken.flat()
}

/** When this mail was sent; null when it was not sent or does not exist. */
export async function mailSentAt(directory: Directory, id: string): Promise<number | null> {
  const [found] = await directory
    .select({ sentAt: outgoingMails.sentAt })
    .from(outgoingMails)
    .where(eq(outgoingMails.id, id))
  return found?.sentAt ?? null
}

/** Deletes a mail that is no longer true. If it becomes true again, it is inserted anew. */
export async function dropMail(directory: Directory, id: string): Promise<void> {
  await directory.delete(outgoingMails).where(eq(outgoingMails.id, id))
}

/** Marks a mail as sent, or (`sentAt` null) as given up. */
export async function closeMail(directory: Directory, id: string, sentAt: number | null): Promise<void> {
  await directory.update(outgoingMails).set({ sendAt: null, sentAt }).where(eq(outgoingMails.id, id))
}

export async function sendMailAt(directory: Directory, id: string, sendAt: number): Promise<void> {
  await directory
    .update(outgoingMails)
    .set({ sendAt })
    .where(and(eq(outgoingMails.id, id), isNotNull(outgoingMails.sendAt)))
}

/** Addresses by user id; erased users are missing. */
export async function addressesOf(directory: Directory, userIds: string[]): Promise<Map<string, string>> {
  const found = await directory
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, userIds))
  return new Map(found.map(({ id, email }) => [id, email]))
}
