// Links that prove a mailbox. Only hashes of their tokens are stored; each works once.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { emailLinks, users } from './schema.ts'
import { insertSessionIf, type NewSession } from './sessions.ts'

/** A confirmation that still works, with the account it belongs to; undefined for used, old and unknown ones. */
export async function findConfirmation(database: Database, tokenHash: string, now: number) {
  const [found] = await database
    .select({
      userId: users.id,
      canonicalEmail: users.canonicalEmail,
      email: sql<string>`coalesce(${emailLinks.email}, ${users.email})`,
      typedHash: emailLinks.passwordHash,
      accountHash: users.passwordHash
    })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .where(
      and(
        eq(emailLinks.tokenHash, tokenHash),
        eq(emailLinks.purpose, 'confirm-email'),
        isNull(emailLinks.usedAt),
        gt(emailLinks.expiresAt, now),
        isNull(users.verifiedAt)
      )
    )
  return found
}

export interface Confirmation {
  tokenHash: string
  userId: string
  email: string
  passwordHash: string
  session: NewSession
  now: number
}

/**
 * In one transaction: the account becomes verified with the link's address and password, its first session begins and
 * all its links are void. Of any number of calls for one account exactly one does this.
 * @returns whether it was this call
 */
export async function applyConfirmation(database: Database, confirmation: Confirmation): Promise<boolean> {
  const { tokenHash, userId, email, passwordHash, session, now } = confirmation
  const stillWorks = sql`exists (
    select 1 from email_links as link join users as owner on owner.id = link.user_id
    where link.token_hash = ${tokenHash} and link.purpose = 'confirm-email' and link.used_at is null
      and link.expires_at > ${now} and owner.id = ${userId} and owner.verified_at is null)`
  const [, verified] = await database.batch([
    // First, while the condition of the update below still holds for the winner.
    insertSessionIf(database, session, stillWorks),
    database
      .update(users)
      .set({ verifiedAt: now, email, passwordHash })
      .where(and(eq(users.id, userId), stillWorks))
      .returning({ id: users.id }),
    database.run(sql`
      update ${emailLinks} set used_at = ${now}
      where user_id = ${userId} and purpose = 'confirm-email' and used_at is null
        and exists (select 1 from ${users} where id = ${userId} and verified_at is not null)`)
  ])
  return verified.length > 0
}

export interface RepeatedConfirmation {
  tokenHash: string
  userId: string
  email: string
  passwordHash: string | null
  expiresAt: number
  now: number
}

/** One more link for an account that waits for its confirmation; for any other it does nothing. */
export async function addConfirmation(database: Database, link: RepeatedConfirmation): Promise<boolean> {
  const added = await database.all(sql`
    insert into ${emailLinks} (token_hash, user_id, purpose, email, password_hash, created_at, expires_at)
    select ${link.tokenHash}, id, 'confirm-email', ${link.email}, ${link.passwordHash}, ${link.now}, ${link.expiresAt}
    from ${users} where id = ${link.userId} and verified_at is null
    returning token_hash`)
  return added.length > 0
}
