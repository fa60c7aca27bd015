// Changes of an account's address: one request, two confirmations, one change.
import { and, eq, gt, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
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

/** The statement that makes all links for a change of address invalid for an account. @param only under this condition */
export const closeEmailChanges = (directory: Directory, userId: string, now: number, only?: SQL) =>
  directory
    .update(emailChanges)
    .set({ closedAt: now })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.closedAt), only))

/** Adds a request, which replaces the account's earlier one. */
export async function addEmailChange(directory: Directory, { now, ...change }: NewEmailChange): Promise<void> {
  await directory.batch([
    closeEmailChanges(directory, change.userId, now),
    directory.insert(emailChanges).values({ ...change, createdAt: now })
  ])
}

export type EmailChange = typeof emailChanges.$inferSelect

/**
 * Confirms this link's side.
 * @returns the request, open or already done, and the current address; undefined for an invalid link
 */
export async function agreeToEmailChange(directory: Directory, tokenHash: string, now: number) {
  const isOpen = and(isNull(emailChanges.closedAt), gt(emailChanges.expiresAt, now))
  const agree = (side: 'old' | 'new') => {
    const [hash, agreedAt] =
      side === 'old'
        ? ([emailChanges.oldTokenHash, 'oldAgreedAt'] as const)
        : ([emailChanges.newTokenHash, 'newAgreedAt'] as const)
    return directory
      .update(emailChanges)
      .set({ [agreedAt]: now })
      .where(and(eq(hash, tokenHash), isNull(emailChanges[agreedAt]), isOpen))
  }
  const isDone = and(isNotNull(emailChanges.closedAt), eq(users.canonicalEmail, emailChanges.newCanonicalEmail))
  const isThis = or(eq(emailChanges.oldTokenHash, tokenHash), eq(emailChanges.newTokenHash, tokenHash))
  const [, , found] = await directory.batch([
    agree('old'),
    agree('new'),
    directory
      .select({ change: emailChanges, oldEmail: users.email })
      .from(emailChanges)
      .innerJoin(users, eq(users.id, emailChanges.userId))
      .where(and(isThis, or(isOpen, isDone)))
  ])
  return found[0]
}

// Written as SQL, because the statements of a batch depend on the effects of those before them.
const ready = `select user_id from email_changes
  where id = ?1 and closed_at is null and old_agreed_at is not null and new_agreed_at is not null`

/**
 * An account that registered the new address without ever confirming it. It is deleted, because the user who changes
 * the address has confirmed it.
 */
const unprovedAccount = `select id from users
  where canonical_email = ?2 and verified_at is null and id <> (${ready})`

// A letter has proven the new mailbox.
const changeAddress = `update users set email = ?3, canonical_email = ?2, email_vouched_by = null
  where id = (${ready}) and not exists (select 1 from users where canonical_email = ?2 and id <> (${ready}))
  returning id`

const invalidateResets = `update email_links set used_at = ?2
  where user_id = (${ready}) and purpose = 'reset-password' and used_at is null`

/**
 * In one transaction: the address changes if both mailboxes have confirmed and no confirmed account has it, and links
 * sent to the old mailbox become invalid. Of concurrent calls exactly one succeeds.
 * @returns whether this call changed the address
 */
export async function applyEmailChange({ $client }: Directory, change: EmailChange, now: number): Promise<boolean> {
  const { id, newEmail, newCanonicalEmail } = change
  const [, , changed] = await $client.batch([
    $client.prepare(`delete from email_links where user_id in (${unprovedAccount})`).bind(id, newCanonicalEmail),
    $client.prepare(`delete from users where id in (${unprovedAccount})`).bind(id, newCanonicalEmail),
    $client.prepare(changeAddress).bind(id, newCanonicalEmail, newEmail),
    $client.prepare(invalidateResets).bind(id, now),
    $client
      .prepare(`update email_changes set closed_at = ?2 where id in (select ?1 where exists (${ready}))`)
      .bind(id, now)
  ])
  return changed !== undefined && changed.results.length > 0
}
