// Mails about Premium, refunds, erasures and jobs that are ready, which are still to be sent.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import type { Lease } from './due-rows.ts'
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

/** Adds a mail of its own; `changeSubscription` adds one together with a change. Does nothing when its id exists. `sendAt`: not before then. */
export async function addOutgoingMail(
  directory: Directory,
  mail: { id: string; userId: string; facts: OutgoingMailFacts; now: number; sendAt?: number }
): Promise<void> {
  const { now, ...row } = mail
  await directory
    .insert(outgoingMails)
    .values({ sendAt: now, ...row, createdAt: now })
    .onConflictDoNothing()
}

/** Claims a mail that is due. Postponed, so that a message that comes twice does not send it twice. */
export const claimDueMail = (directory: Directory, lease: Lease, sendAt: number): Promise<DueMail | undefined> =>
  directory
    .update(outgoingMails)
    .set({ sendAt, attempts: sql`${outgoingMails.attempts} + 1` })
    .where(and(eq(outgoingMails.id, lease.id), eq(outgoingMails.sendAt, lease.until)))
    .returning()
    .get()

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

/** Undefined for an erased user. */
export async function addressOf(directory: Directory, userId: string): Promise<string | undefined> {
  const [found] = await directory.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return found?.email
}
