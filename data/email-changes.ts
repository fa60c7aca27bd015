// Changing the address of an account: a wish, two agreements, one change.
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Database } from './database.ts'
import { emailChanges } from './schema-email-changes.ts'
import { users } from './schema.ts'

export interface NewEmailChange {
  id: string
  userId: string
  newEmail: string
  newCanonicalEmail: string
  oldTokenHash: string
  newTokenHash: string
  now: number
  expiresAt: number
}

/** The statement after which no link about another address works for an account. */
export const closeEmailChanges = (database: Database, userId: string, now: number) =>
  database
    .update(emailChanges)
    .set({ closedAt: now })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.closedAt)))

/** A wish that replaces the account's earlier one. */
export async function addEmailChange(database: Database, { now, ...change }: NewEmailChange): Promise<void> {
  await database.batch([
    closeEmailChanges(database, change.userId, now),
    database.insert(emailChanges).values({ ...change, createdAt: now })
  ])
}

export type EmailChange = typeof emailChanges.$inferSelect

/** The open wish that this link belongs to, with the address it would replace; undefined for any other link. */
export async function agreeToEmailChange(database: Database, tokenHash: string, now: number) {
  const isOpen = and(isNull(emailChanges.closedAt), gt(emailChanges.expiresAt, now))
  const agree = (side: 'old' | 'new') => {
    const [hash, agreedAt] =
      side === 'old'
        ? ([emailChanges.oldTokenHash, 'oldAgreedAt'] as const)
        : ([emailChanges.newTokenHash, 'newAgreedAt'] as const)
    return database
      .update(emailChanges)
      .set({ [agreedAt]: now })
      .where(and(eq(hash, tokenHash), isNull(emailChanges[agreedAt]), isOpen))
  }
  const isThis = or(eq(emailChanges.oldTokenHash, tokenHash), eq(emailChanges.newTokenHash, tokenHash))
  const [, , found] = await database.batch([
    agree('old'),
    agree('new'),
    database
      .select({ change: emailChanges, oldEmail: users.email })
      .from(emailChanges)
      .innerJoin(users, eq(users.id, emailChanges.userId))
      .where(and(isThis, isOpen))
  ])
  return found[0]
}

// Written as SQL: the statements of a batch depend on what the ones before them left behind.
const ready = `select user_id from email_changes
  where id = ?1 and closed_at is null and old_agreed_at is not null and new_agreed_at is not null`

/** Somebody who only registered the address never proved it; the new owner has. */
const unprovedAccount = `select id from users
  where canonical_email = ?2 and verified_at is null and id <> (${ready})`

const changeAddress = `update users set email = ?3, canonical_email = ?2
  where id = (${ready}) and not exists (select 1 from users where canonical_email = ?2 and id <> (${ready}))
  returning id`

const voidResets = `update email_links set used_at = ?2
  where user_id = (${ready}) and purpose = 'reset-password' and used_at is null`

/**
 * In one transaction: the address changes if both mailboxes agreed and no confirmed account has it, and links that the
 * old mailbox still holds are void. Of any number of calls exactly one does this.
 * @returns whether it was this call
 */
export async function applyEmailChange({ $client }: Database, change: EmailChange, now: number): Promise<boolean> {
  const { id, newEmail, newCanonicalEmail } = change
  const [, , changed] = await $client.batch([
    $client.prepare(`delete from email_links where user_id in (${unprovedAccount})`).bind(id, newCanonicalEmail),
    $client.prepare(`delete from users where id in (${unprovedAccount})`).bind(id, newCanonicalEmail),
    $client.prepare(changeAddress).bind(id, newCanonicalEmail, newEmail),
    $client.prepare(voidResets).bind(id, now),
    $client
      .prepare(`update email_changes set closed_at = ?2 where id in (select ?1 where exists (${ready}))`)
      .bind(id, now)
  ])
  return changed !== undefined && changed.results.length > 0
}
