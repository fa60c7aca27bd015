// Whom a provider names: an identity opens at most one account, and an account has at most one identity of a provider.
import type { IdentityProvider } from '#contract/identities.ts'
import type { Directory } from '../base/database.ts'

export interface Identity {
  provider: IdentityProvider
  subject: string
}

/** The account that an identity opens, with what decides whether it may be opened now. */
export interface IdentifiedUser {
  id: string
  canonicalEmail: string
  passwordHash: string
  secondStepAt: number | null
  deletionRequestedAt: number | null
  blockedAt: number | null
}

const ownerQuery = `
  select users.id, canonical_email as canonicalEmail, password_hash as passwordHash, second_step_at as secondStepAt,
    deletion_requested_at as deletionRequestedAt, blocked_at as blockedAt
  from identities join users on users.id = identities.user_id
  where provider = ?1 and subject = ?2`

export const ownerOf = ({ $client }: Directory, { provider, subject }: Identity): Promise<IdentifiedUser | null> =>
  $client.prepare(ownerQuery).bind(provider, subject).first<IdentifiedUser>()

export async function noteIdentityUse({ $client }: Directory, identity: Identity, now: number): Promise<void> {
  await $client
    .prepare('update identities set used_at = ?3 where provider = ?1 and subject = ?2')
    .bind(identity.provider, identity.subject, now)
    .run()
}

/** Whether a person with this address has a confirmed account. */
export const hasConfirmedAccount = async ({ $client }: Directory, canonicalEmail: string): Promise<boolean> =>
  (await $client
    .prepare('select 1 as has from users where canonical_email = ? and verified_at is not null')
    .bind(canonicalEmail)
    .first()) !== null

/**
 * Links an identity to an account, unless it opens another one or the account has another of this provider.
 * @returns `linked` also when it was linked before
 */
export async function addIdentity(
  { $client }: Directory,
  { provider, subject, userId, now }: Identity & { userId: string; now: number }
): Promise<'linked' | 'known' | 'taken' | 'other-linked'> {
  const [added, kept] = await $client.batch<{ user_id: string; subject: string }>([
    $client
      .prepare(
        `insert into identities (provider, subject, user_id, linked_at)
          select ?1, ?2, id, ?4 from users where id = ?3 and deletion_requested_at is null
          on conflict do nothing returning user_id, subject`
      )
      .bind(provider, subject, userId, now),
    $client
      .prepare('select user_id, subject from identities where provider = ?1 and (subject = ?2 or user_id = ?3)')
      .bind(provider, subject, userId)
  ])
  if ((added?.results.length ?? 0) > 0) return 'linked'
  const rows = kept?.results ?? []
  if (rows.some((row) => row.subject === subject && row.user_id === userId)) return 'known'
  return rows.some((row) => row.subject === subject) ? 'taken' : 'other-linked'
}

/** A way in that is left when this identity is gone: a password, a passkey or an identity of another provider. */
const removal = `
  delete from identities where user_id = ?1 and provider = ?2 and (
    exists (select 1 from users where id = ?1 and password_hash <> '' and substr(password_hash, -1) <> '$')
    or exists (select 1 from passkeys where user_id = ?1)
    or exists (select 1 from identities as other where other.user_id = ?1 and other.provider <> ?2))
  returning subject`

/** @returns `last` when it is the only way in */
export async function removeIdentity(
  { $client }: Directory,
  userId: string,
  provider: IdentityProvider
): Promise<'removed' | 'last' | 'none'> {
  const [removed, left] = await $client.batch([
    $client.prepare(removal).bind(userId, provider),
    $client.prepare('select 1 from identities where user_id = ?1 and provider = ?2').bind(userId, provider)
  ])
  if ((removed?.results.length ?? 0) > 0) return 'removed'
  return (left?.results.length ?? 0) > 0 ? 'last' : 'none'
}

const proof = `
  update sessions set proven_at = ?5
  where id = ?1 and user_id = ?2 and ended_at is null and expires_at > ?5
    and exists (select 1 from identities where provider = ?3 and subject = ?4 and user_id = ?2)
    and exists (select 1 from users where id = ?2 and second_step_at is null)
  returning id`

/**
 * A living session becomes fresh by an identity of its user. A second step that is on is not left out so: the browser may be signed in
 * at the provider too.
 * @returns false when the session has ended, the identity is another's, or a second step is on
 */
export const proveByIdentity = async (
  { $client }: Directory,
  session: { id: string; userId: string },
  { provider, subject }: Identity,
  now: number
): Promise<boolean> =>
  (await $client.prepare(proof).bind(session.id, session.userId, provider, subject, now).first()) !== null
