// Links that let the owner of a mailbox set a new password. Only hashes of their tokens are stored; each works once,
// and a new one makes earlier ones invalid.
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { isUsableLink } from './email-links.ts'
import { emailLinks, users } from './schema.ts'

export interface NewReset {
  tokenHash: string
  userId: string
  now: number
  expiresAt: number
}

/** The statement that makes all reset links of an account invalid. @param only under this condition */
export const invalidateResets = (directory: Directory, userId: string, now: number, only?: SQL) =>
  directory
    .update(emailLinks)
    .set({ usedAt: now })
    .where(
      and(eq(emailLinks.userId, userId), eq(emailLinks.purpose, 'reset-password'), isNull(emailLinks.usedAt), only)
    )

/** Adds a link for a verified account; earlier links become invalid. */
export async function addReset(directory: Directory, { tokenHash, userId, now, expiresAt }: NewReset): Promise<void> {
  await directory.batch([
    invalidateResets(directory, userId, now),
    directory.insert(emailLinks).values({ tokenHash, userId, purpose: 'reset-password', createdAt: now, expiresAt })
  ])
}

/** The account of a valid link; undefined for used, expired and unknown ones. */
export const findReset = (directory: Directory, tokenHash: string, now: number) =>
  directory
    .select({
      userId: users.id,
      email: users.email,
      canonicalEmail: users.canonicalEmail,
      emailVouchedBy: users.emailVouchedBy
    })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .where(and(isUsableLink(tokenHash, 'reset-password', now), isNotNull(users.verifiedAt)))
    .get()

export interface AppliedReset {
  tokenHash: string
  userId: string
  passwordHash: string
  now: number
}

// Written as SQL, because in a batch of the query builder no statement can depend on the effect of another.
const workingLink = `select 1 from email_links
  where token_hash = ?1 and user_id = ?2 and purpose = 'reset-password' and used_at is null and expires_at > ?3`

// A provider gave the address, and no letter to it has been used until now: the person who created the account may be another one than
// the mailbox's owner, so every way in but the new password ends.
const isOnlyVouched = `exists (select 1 from users where id = ?2 and email_vouched_by is not null)`
const dropWaysIn = ['identities', 'passkeys', 'authenticators', 'recovery_codes'].map(
  (table) => `delete from ${table} where user_id = ?2 and ${isOnlyVouched} and exists (${workingLink})`
)
const proveMailbox = `update users set email_vouched_by = null, second_step_at = null
  where id = ?2 and email_vouched_by is not null and exists (${workingLink}) returning id`

const setPassword = `update users set password_hash = ?4 where id = ?2 and exists (${workingLink}) returning id`

const endSessions = `update sessions set ended_at = ?3
  where user_id = ?2 and ended_at is null and exists (${workingLink}) returning id`

/** Also drops a pending change of address: a thief who knew the old password may have requested it. */
const closeChanges = `update email_changes set closed_at = ?3
  where user_id = ?2 and closed_at is null and exists (${workingLink})`

const voidLinks = `update email_links set used_at = ?3
  where user_id = ?2 and purpose = 'reset-password' and used_at is null and exists (${workingLink})`

/**
 * In one transaction: the password is set, all sessions of the account end, a pending change of address is dropped, and
 * all reset links become invalid; of an account whose address was only vouched for, all other ways in end too. Of concurrent calls for
 * one link exactly one succeeds.
 * @returns the sessions that it ended, and whether other ways in ended; null when the link was not valid
 */
export async function applyReset(
  { $client }: Directory,
  reset: AppliedReset
): Promise<{ ended: string[]; endedWaysIn: boolean } | null> {
  const { tokenHash, userId, passwordHash, now } = reset
  const link = [tokenHash, userId, now] as const
  const drops = dropWaysIn.map((drop) => $client.prepare(drop).bind(...link))
  const done = await $client.batch<{ id: string }>([
    ...drops,
    $client.prepare(proveMailbox).bind(...link),
    $client.prepare(setPassword).bind(...link, passwordHash),
    $client.prepare(endSessions).bind(...link),
    $client.prepare(closeChanges).bind(...link),
    // Last, because the other statements check that the link is still valid.
    $client.prepare(voidLinks).bind(...link)
  ])
  const [proven, changed, ended] = done.slice(drops.length)
  if (!changed || changed.results.length === 0) return null
  return {
    ended: ended?.results.map(({ id }) => id) ?? [],
    endedWaysIn: (proven?.results.length ?? 0) > 0
  }
}
