// Links that let the owner of a mailbox set a new password. Only hashes of their tokens are stored; each works once, and
// a new one voids those before it.
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isWorking } from './email-links.ts'
import { emailLinks, users } from './schema.ts'

export interface NewReset {
  tokenHash: string
  userId: string
  now: number
  expiresAt: number
}

/** The statement after which no reset link of an account works. */
export const voidResets = (database: Database, userId: string, now: number) =>
  database
    .update(emailLinks)
    .set({ usedAt: now })
    .where(and(eq(emailLinks.userId, userId), eq(emailLinks.purpose, 'reset-password'), isNull(emailLinks.usedAt)))

/** A link for a verified account; the links before it stop working. */
export async function addReset(database: Database, { tokenHash, userId, now, expiresAt }: NewReset): Promise<void> {
  await database.batch([
    voidResets(database, userId, now),
    database.insert(emailLinks).values({ tokenHash, userId, purpose: 'reset-password', createdAt: now, expiresAt })
  ])
}

/** The account behind a link that still works; undefined for used, old and unknown ones. */
export async function findReset(database: Database, tokenHash: string, now: number) {
  const [found] = await database
    .select({ userId: users.id, email: users.email, canonicalEmail: users.canonicalEmail })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .where(and(isWorking(tokenHash, 'reset-password', now), isNotNull(users.verifiedAt)))
  return found
}

export interface AppliedReset {
  tokenHash: string
  userId: string
  passwordHash: string
  now: number
}

// Written as SQL: a batch of the query builder cannot make one statement depend on what another left behind.
const workingLink = `select 1 from email_links
  where token_hash = ?1 and user_id = ?2 and purpose = 'reset-password' and used_at is null and expires_at > ?3`

const setPassword = `update users set password_hash = ?4 where id = ?2 and exists (${workingLink}) returning id`

const endSessions = `update sessions set ended_at = ?3, sealed_refresh = null
  where user_id = ?2 and ended_at is null and exists (${workingLink}) returning id`

/** What was asked for under the old password: whoever knew it may have asked. */
const closeChanges = `update email_changes set closed_at = ?3
  where user_id = ?2 and closed_at is null and exists (${workingLink})`

const voidLinks = `update email_links set used_at = ?3
  where user_id = ?2 and purpose = 'reset-password' and used_at is null and exists (${workingLink})`

/**
 * In one transaction: the password is set, every session of the account ends, its wish for another address is dropped,
 * and all its reset links are void. Of any number of calls for one link exactly one does this.
 * @returns the sessions that ended by it; null when the link did not work (any more)
 */
export async function applyReset({ $client }: Database, reset: AppliedReset): Promise<string[] | null> {
  const { tokenHash, userId, passwordHash, now } = reset
  const link = [tokenHash, userId, now] as const
  const [changed, ended] = await $client.batch<{ id: string }>([
    $client.prepare(setPassword).bind(...link, passwordHash),
    $client.prepare(endSessions).bind(...link),
    $client.prepare(closeChanges).bind(...link),
    // Last, because the others ask whether the link still works.
    $client.prepare(voidLinks).bind(...link)
  ])
  if (!changed || changed.results.length === 0) return null
  return ended?.results.map(({ id }) => id) ?? []
}
