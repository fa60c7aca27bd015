// Accounts of new people whose address a provider has given: they need no letter, so the account is confirmed when it is created.
import type { Directory } from '../base/database.ts'
import type { Identity } from './identities.ts'
import type { NewSession } from './sessions.ts'

/** What decides about a new account for an address: it has one, it has only an unconfirmed registration, or it is free. */
export async function accountOfAddress({ $client }: Directory, canonicalEmail: string) {
  return $client
    .prepare(
      'select id, verified_at as verifiedAt, blocked_at as blockedAt, password_hash as passwordHash from users where canonical_email = ?'
    )
    .bind(canonicalEmail)
    .first<{ id: string; verifiedAt: number | null; blockedAt: number | null; passwordHash: string }>()
}

/**
 * Whether an id that a bonus was claimed for may become the id of a new account: no account has it, as after a crash before the account
 * was created. The mark of erased accounts is none.
 */
export async function isFreeUserId({ $client }: Directory, id: string): Promise<boolean> {
  if (!/^h\d+-/.test(id)) return false
  return (await $client.prepare('select 1 from users where id = ?').bind(id).first()) === null
}

export interface VouchedAccount extends Identity {
  userId: string
  email: string
  canonicalEmail: string
  /** That no password matches. */
  passwordHash: string
  consents: { document: 'offer' | 'personal-data'; version: string }[]
  /** Whether the provider keeps the mailbox itself, so that its word proves it. */
  isProvenMailbox: boolean
  /** The record of the register inside the country; null: there is none. */
  registerId: string | null
  session: NewSession
  now: number
}

// Nothing stands against the account: the identity opens none, the address has no confirmed or blocked one, and the id is no other's.
const beginSession = `
  insert into sessions (id, user_id, refresh_hash, user_agent, ip, place, expires_at, created_at, last_seen_at)
  select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8
  where not exists (select 1 from identities where provider = ?9 and subject = ?10)
    and not exists (select 1 from users where canonical_email = ?11 and (verified_at is not null or blocked_at is not null))
    and not exists (select 1 from users where id = ?2 and canonical_email <> ?11)
  returning id`

/** Everything after the session happens only if this call has inserted it: so exactly one of concurrent calls succeeds. */
const isOurs = 'exists (select 1 from sessions where id = ?1)'

// An unconfirmed registration must not stand in the way of the address's owner, and nothing of it may stay: not the password that
// a stranger typed, and no link.
const unproved = 'select id from users where canonical_email = ?2 and verified_at is null'
const dropLinks = `delete from email_links where user_id in (${unproved}) and ${isOurs}`
const dropConsents = `delete from consents where user_id in (${unproved}) and ${isOurs}`
const dropAccount = `delete from users where id in (${unproved}) and ${isOurs}`

const addUser = `
  insert into users (id, email, canonical_email, password_hash, verified_at, email_vouched_by, created_at, register_id)
  select ?2, ?3, ?4, ?5, ?6, ?7, ?6, ?8 where ${isOurs}`
const addConsent = `
  insert into consents (user_id, document, version, ip, given_at) select ?2, ?3, ?4, ?5, ?6 where ${isOurs}`
const addIdentity = `
  insert into identities (provider, subject, user_id, linked_at, used_at) select ?2, ?3, ?4, ?5, ?5 where ${isOurs}`

/**
 * In one transaction: the first session begins, the account is created confirmed and without a password, with its consents and its
 * identity, and an unconfirmed registration of the address is gone. Of concurrent calls exactly one succeeds.
 * @returns whether this call created the account
 */
export async function addVouchedAccount({ $client }: Directory, account: VouchedAccount): Promise<boolean> {
  const { userId, provider, subject, email, canonicalEmail, passwordHash, consents, session, now } = account
  const { id, refreshHash, userAgent, ip, place, expiresAt } = session
  const user = [userId, email, canonicalEmail, passwordHash, now, account.isProvenMailbox ? null : provider]
  const [begun] = await $client.batch<{ id: string }>([
    $client
      .prepare(beginSession)
      .bind(id, userId, refreshHash, userAgent, ip, place, expiresAt, now, provider, subject, canonicalEmail),
    ...[dropLinks, dropConsents, dropAccount].map((drop) => $client.prepare(drop).bind(id, canonicalEmail)),
    $client.prepare(addUser).bind(id, ...user, account.registerId),
    ...consents.map(({ document, version }) =>
      $client.prepare(addConsent).bind(id, userId, document, version, ip, now)
    ),
    $client.prepare(addIdentity).bind(id, provider, subject, userId, now)
  ])
  return (begun?.results.length ?? 0) > 0
}
