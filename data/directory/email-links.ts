// Links that prove a mailbox. Only hashes of their tokens are stored; each works once.
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { IdentityProvider } from '#contract/identity-providers.ts'
import type { Directory } from '../base/database.ts'
import { emailLinks, users } from './schema.ts'
import type { NewSession } from './sessions.ts'

type Purpose = (typeof emailLinks.$inferSelect)['purpose']

/** The condition for a link that is unused and not expired. */
export const isUsableLink = (tokenHash: string, purpose: Purpose, now: number) =>
  and(
    eq(emailLinks.tokenHash, tokenHash),
    eq(emailLinks.purpose, purpose),
    isNull(emailLinks.usedAt),
    gt(emailLinks.expiresAt, now)
  )

// A stranger may have registered this address with an identity of their own: the click in one letter must not choose between people, as a
// repeated link does not (domain/pending-registration.ts). The owner links it in the profile.
const undisputed = sql<string | null>`case when exists (
    select 1 from email_links as other where other.user_id = ${emailLinks.userId} and other.purpose = 'confirm-email'
      and other.password_hash is not null
      and (other.password_hash is not ${emailLinks.passwordHash} or other.identity is not ${emailLinks.identity}))
  then null else ${emailLinks.identity} end`

/** A valid confirmation link with its account; undefined for used, expired and unknown ones. */
export const findConfirmation = (directory: Directory, tokenHash: string, now: number) =>
  directory
    .select({
      userId: users.id,
      canonicalEmail: users.canonicalEmail,
      email: sql<string>`coalesce(${emailLinks.email}, ${users.email})`,
      typedHash: emailLinks.passwordHash,
      inviteCode: emailLinks.inviteCode,
      identity: undisputed,
      accountHash: users.passwordHash
    })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .where(and(isUsableLink(tokenHash, 'confirm-email', now), isNull(users.verifiedAt)))
    .get()

/** Whether the account of this confirmation link, used or not, is verified. */
export async function isVerifiedAccountOf(directory: Directory, tokenHash: string): Promise<boolean> {
  const found = await directory
    .select({ id: users.id })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .where(
      and(eq(emailLinks.tokenHash, tokenHash), eq(emailLinks.purpose, 'confirm-email'), isNotNull(users.verifiedAt))
    )
  return found.length > 0
}

export interface Confirmation {
  tokenHash: string
  userId: string
  email: string
  passwordHash: string
  /** Linked with the account unless it opens another one; null: none came with this registration, or others came with something else. */
  identity: { provider: string; subject: string } | null
  session: NewSession
  now: number
}

// Written as SQL, because the query builder has no conditional insert that a batch accepts.
const workingLink = `
  from email_links as link join users as owner on owner.id = link.user_id
  where link.token_hash = ?1 and link.user_id = ?2 and link.purpose = 'confirm-email' and link.used_at is null
    and link.expires_at > ?3 and owner.verified_at is null and owner.blocked_at is null`

const beginSession = `
  insert into sessions
    (id, user_id, refresh_hash, user_agent, ip, place, expires_at, created_at, last_seen_at)
  select ?4, ?2, ?5, ?6, ?7, ?8, ?9, ?3, ?3 ${workingLink}`

const linkIdentity = `
  insert into identities (provider, subject, user_id, linked_at, used_at) select ?4, ?5, ?2, ?3, ?3 ${workingLink}
  on conflict do nothing`

const verifyUser = `
  update users set verified_at = ?3, email = ?4, password_hash = ?5,
    register_id = coalesce((select register_id from email_links where token_hash = ?1), register_id)
  where id = ?2 and exists (select 1 ${workingLink})
  returning id, (select provider from identities where user_id = ?2) as provider`

const voidLinks = `
  update email_links set used_at = ?1
  where user_id = ?2 and purpose = 'confirm-email' and used_at is null
    and exists (select 1 from users where id = ?2 and verified_at is not null)`

/**
 * In one transaction: the account's first session begins, the account becomes verified with the link's address and
 * password, and all its links become invalid. Of concurrent calls exactly one succeeds.
 * @returns null unless this call verified the account
 */
export async function applyConfirmation(
  { $client }: Directory,
  confirmation: Confirmation
): Promise<{ linked: IdentityProvider | null } | null> {
  const { tokenHash, userId, email, passwordHash, identity, session, now } = confirmation
  const { id, refreshHash, userAgent, ip, place, expiresAt } = session
  const linked = identity
    ? [$client.prepare(linkIdentity).bind(tokenHash, userId, now, identity.provider, identity.subject)]
    : []
  const done = await $client.batch<{ id: string; provider: IdentityProvider | null }>([
    // First, while the link is still valid: the session is inserted only if it is.
    $client.prepare(beginSession).bind(tokenHash, userId, now, id, refreshHash, userAgent, ip, place, expiresAt),
    ...linked,
    $client.prepare(verifyUser).bind(tokenHash, userId, now, email, passwordHash),
    $client.prepare(voidLinks).bind(now, userId)
  ])
  const verified = done[1 + linked.length]?.results[0]
  return verified ? { linked: verified.provider } : null
}

export interface RepeatedConfirmation {
  tokenHash: string
  userId: string
  email: string
  passwordHash: string | null
  inviteCode: string | null
  identity: string | null
  expiresAt: number
  now: number
}

const repeatLink = `
  insert into email_links
    (token_hash, user_id, purpose, email, password_hash, created_at, expires_at, invite_code, identity, register_id)
  select ?1, id, 'confirm-email', ?3, ?4, ?5, ?6, ?7, ?8, coalesce(
    (select register_id from email_links where user_id = ?2 and purpose = 'confirm-email' and email = ?3 and register_id is not null
      order by created_at desc limit 1), register_id)
  from users where id = ?2 and verified_at is null
  returning token_hash`

/** Adds a link for an account that waits for its confirmation. @returns false for any other account */
export async function addConfirmation({ $client }: Directory, link: RepeatedConfirmation): Promise<boolean> {
  const { tokenHash, userId, email, passwordHash, inviteCode, identity, now, expiresAt } = link
  const { results } = await $client
    .prepare(repeatLink)
    .bind(tokenHash, userId, email, passwordHash, now, expiresAt, inviteCode, identity)
    .run()
  return results.length > 0
}

const addLink = `
  insert into email_links (token_hash, user_id, purpose, email, created_at, expires_at)
  select ?1, id, 'confirm-email', email, ?3, ?4 from users where id = ?2 and email_vouched_by is not null
  returning (select email_vouched_by from users where id = ?2) as provider`

/** Adds a link that proves the mailbox of an account whose address only a provider has named. @returns null for any other account */
export const addMailboxLink = (
  { $client }: Directory,
  { tokenHash, userId, now, expiresAt }: { tokenHash: string; userId: string; now: number; expiresAt: number }
): Promise<IdentityProvider | null> =>
  $client.prepare(addLink).bind(tokenHash, userId, now, expiresAt).first<IdentityProvider>('provider')

const provenMailbox = `
  update users set email_vouched_by = null where email_vouched_by is not null and exists (
    select 1 from email_links as link where link.token_hash = ?1 and link.purpose = 'confirm-email' and link.used_at is null
      and link.expires_at > ?2 and link.user_id = users.id and link.email = users.email)`

/** The link's mailbox is proven, if it is that of a confirmed account whose address only a provider has named. */
export async function proveMailbox({ $client }: Directory, tokenHash: string, now: number): Promise<void> {
  await $client.prepare(provenMailbox).bind(tokenHash, now).run()
}
