// Accounts and the registrations that lead to them. An account exists once per canonical address, verified or not.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { emailLinks, users } from './schema.ts'

const isConfirmation = eq(emailLinks.purpose, 'confirm-email')

/** The account of an address with all its registrations; undefined for a free address. */
export async function findRegistered(directory: Directory, canonicalEmail: string) {
  const [[user], registrations] = await directory.batch([
    directory.select().from(users).where(eq(users.canonicalEmail, canonicalEmail)),
    directory
      .select({
        email: sql<string>`coalesce(${emailLinks.email}, ${users.email})`,
        passwordHash: sql<string>`${emailLinks.passwordHash}`,
        inviteCode: emailLinks.inviteCode,
        identity: emailLinks.identity
      })
      .from(emailLinks)
      .innerJoin(users, eq(users.id, emailLinks.userId))
      .where(and(eq(users.canonicalEmail, canonicalEmail), isConfirmation, isNotNull(emailLinks.passwordHash)))
  ])
  return user && { user, registrations }
}

export interface Registration {
  /** The id of the account, if it is created. */
  userId: string
  email: string
  canonicalEmail: string
  passwordHash: string
  /** The invitation with which the user came, valid or not. */
  inviteCode: string | null
  /** `provider:subject` of a person who came by a provider that gave no address; null: a password was typed. */
  identity: string | null
  /** The record of the register inside the country, where there is one. */
  registerId?: string | null
  tokenHash: string
  linkExpiresAt: number
  consents: { document: 'offer' | 'personal-data'; version: string }[]
  ip: string
  now: number
}

// Written as SQL, because the query builder has no conditional insert that a batch accepts.
const insertLink = `
  insert into email_links
    (token_hash, user_id, purpose, email, password_hash, created_at, expires_at, used_at, invite_code, identity, register_id)
  select ?1, id, 'confirm-email', ?2, ?3, ?4, ?5, case when verified_at is null then null else ?4 end, ?7, ?8, ?9
  from users where canonical_email = ?6
  returning used_at`

/** A repeated registration updates the consent; the consent of a verified account is never changed. */
const insertConsent = `
  insert into consents (user_id, document, version, ip, given_at)
  select id, ?1, ?2, ?3, ?4 from users where canonical_email = ?5 and verified_at is null
  on conflict (user_id, document, version) do update set ip = excluded.ip, given_at = excluded.given_at`

const insertUser = `
  insert into users (id, email, canonical_email, password_hash, created_at, register_id) values (?1, ?2, ?3, ?4, ?5, ?6)
  on conflict do nothing`

/**
 * Creates the account unless the address has one, and a confirmation link with the typed password. The same statements
 * run in every case, so that timing reveals nothing. For a verified account the link is inserted as used: it only
 * records what was typed.
 * @returns `pending` when the link can be confirmed, `verified` when the address already had a verified account
 */
export async function addRegistration(
  { $client }: Directory,
  registration: Registration
): Promise<'pending' | 'verified'> {
  const { userId, email, canonicalEmail, passwordHash, inviteCode, identity, tokenHash, linkExpiresAt, ip, now } =
    registration
  const { registerId = null } = registration
  const link = [tokenHash, email, passwordHash, now, linkExpiresAt, canonicalEmail, inviteCode, identity, registerId]
  const [, inserted] = await $client.batch<{ used_at: number | null }>([
    $client.prepare(insertUser).bind(userId, email, canonicalEmail, passwordHash, now, registerId),
    $client.prepare(insertLink).bind(...link),
    ...registration.consents.map(({ document, version }) =>
      $client.prepare(insertConsent).bind(document, version, ip, now, canonicalEmail)
    )
  ])
  const added = inserted?.results[0]
  if (!added) throw new Error('A registration created no link')
  return added.used_at === null ? 'pending' : 'verified'
}

/** Replaces a hash by one of the same password with newer parameters. @returns false when it was replaced meanwhile */
export async function replacePasswordHash(directory: Directory, userId: string, old: string, renewed: string) {
  const replaced = await directory
    .update(users)
    .set({ passwordHash: renewed })
    .where(and(eq(users.id, userId), eq(users.passwordHash, old)))
    .returning({ id: users.id })
  return replaced.length > 0
}

export async function renameUser(directory: Directory, userId: string, displayName: string | null): Promise<void> {
  await directory.update(users).set({ displayName }).where(eq(users.id, userId))
}

export const aboutOf = async ({ $client }: Directory, userId: string): Promise<string> =>
  (await $client.prepare('select about from users where id = ?').bind(userId).first<string>('about')) ?? ''

export async function changeAbout(directory: Directory, userId: string, about: string): Promise<void> {
  await directory
    .update(users)
    .set({ about: about || null })
    .where(eq(users.id, userId))
}

export async function emailOf(directory: Directory, userId: string): Promise<string | undefined> {
  const [found] = await directory.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return found?.email
}

export async function hasAccount(directory: Directory, userId: string): Promise<boolean> {
  return (await directory.select({ id: users.id }).from(users).where(eq(users.id, userId))).length > 0
}

export async function passwordHashOf(directory: Directory, userId: string): Promise<string | undefined> {
  const [found] = await directory.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  return found?.hash
}

const setPassword = `update users set password_hash = ?3 where id = ?1 and password_hash = ?2 returning id`

const hasChanged = 'exists (select 1 from users where id = ?1 and password_hash = ?2)'

const endOtherSessions = `update sessions set ended_at = ?4
  where user_id = ?1 and id <> ?3 and ended_at is null and ${hasChanged}
  returning id`

// Links requested under the old password, perhaps by a thief who knew it.
const invalidateResets = `update email_links set used_at = ?3
  where user_id = ?1 and purpose = 'reset-password' and used_at is null and ${hasChanged}`
const closeEmailChanges = `update email_changes set closed_at = ?3
  where user_id = ?1 and closed_at is null and ${hasChanged}`

/**
 * In one transaction: replaces the password that the user has proved, ends all sessions but one, and makes the links
 * that could still change password or address invalid.
 * @returns the ended sessions; null when the password changed meanwhile
 */
export async function changePasswordHash(
  { $client }: Directory,
  change: { userId: string; from: string; to: string; keptSessionId: string; now: number }
): Promise<string[] | null> {
  const { userId, from, to, keptSessionId, now } = change
  const [changed, ended] = await $client.batch<{ id: string }>([
    $client.prepare(setPassword).bind(userId, from, to),
    $client.prepare(endOtherSessions).bind(userId, to, keptSessionId, now),
    $client.prepare(invalidateResets).bind(userId, to, now),
    $client.prepare(closeEmailChanges).bind(userId, to, now)
  ])
  if (!changed || changed.results.length === 0) return null
  return ended?.results.map(({ id }) => id) ?? []
}

/** Which of these accounts there are: erased ones are not. */
export async function existingUsers(directory: Directory, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const isNamed = sql`${users.id} in (select value from json_each(${JSON.stringify(ids)}))`
  const found = await directory.select({ id: users.id }).from(users).where(isNamed)
  return new Set(found.map(({ id }) => id))
}
