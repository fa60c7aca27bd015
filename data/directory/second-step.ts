// The second step of signing in: whether it is on, the authenticator, and the recovery codes. Whatever works once is used up by the
// statement that accepts it.
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { authenticators } from './schema-ways-in.ts'

export type AuthenticatorRow = typeof authenticators.$inferSelect

export const authenticatorOf = (directory: Directory, userId: string): Promise<AuthenticatorRow | undefined> =>
  directory.select().from(authenticators).where(eq(authenticators.userId, userId)).get()

const begin = `
  insert into authenticators (user_id, factor, since, step, created_at) values (?1, ?2, null, null, ?3)
  on conflict (user_id) do update set factor = excluded.factor, step = null, created_at = excluded.created_at
    where since is null
  returning user_id`

/** Stores a secret that waits for its first code; it replaces one that waits too. @returns false when one is connected */
export const beginAuthenticator = async (
  { $client }: Directory,
  { userId, factor, now }: { userId: string; factor: string; now: number }
): Promise<boolean> => (await $client.prepare(begin).bind(userId, factor, now).first()) !== null

/**
 * Accepts a code once: no code of the same or an earlier time step counts afterwards. The first one connects.
 * @returns false when the code counts no more, or the secret is another one by now
 */
export async function takeStep(
  directory: Directory,
  { userId, factor, step, now }: { userId: string; factor: string; step: number; now: number }
): Promise<boolean> {
  const { factor: stored, since, step: taken } = authenticators
  const accepted = await directory
    .update(authenticators)
    .set({ step, since: sql`coalesce(${since}, ${now})` })
    .where(and(eq(authenticators.userId, userId), eq(stored, factor), or(isNull(taken), lt(taken, step))))
    .returning({ userId: authenticators.userId })
  return accepted.length > 0
}

const removal = `
  delete from authenticators where user_id = ?1
    and (since is null or exists (select 1 from users where id = ?1 and second_step_at is null)
      or exists (select 1 from passkeys where user_id = ?1))
  returning user_id`

/** @returns false when there is none, or nothing else could take the second step, which is on */
export const removeAuthenticator = async ({ $client }: Directory, userId: string): Promise<boolean> =>
  (await $client.prepare(removal).bind(userId).first()) !== null

// Not while only a provider has named the mailbox: a reset by its reader would end the step (password-resets.ts).
const switchOn = `
  update users set second_step_at = ?2 where id = ?1 and second_step_at is null and email_vouched_by is null
    and (exists (select 1 from passkeys where user_id = ?1)
      or exists (select 1 from authenticators where user_id = ?1 and since is not null))
  returning id`

// Of two calls in the same millisecond, the codes of the first are stored: only that one has switched it on, and answers with its codes.
const forgetOlderCodes = `delete from recovery_codes where user_id = ?1 and created_at < ?2
  and exists (select 1 from users where id = ?1 and second_step_at = ?2)`
const addCodes = `
  insert into recovery_codes (code_hash, user_id, created_at, used_at) select value, ?1, ?2, null from json_each(?3)
  where exists (select 1 from users where id = ?1 and second_step_at = ?2)
    and not exists (select 1 from recovery_codes where user_id = ?1)`

interface NewCodes {
  userId: string
  hashes: string[]
  now: number
}

/** @returns false when it is on already, nothing can take the second step, or no letter has proven the mailbox */
export async function switchSecondStepOn({ $client }: Directory, { userId, hashes, now }: NewCodes): Promise<boolean> {
  const [switched] = await $client.batch<{ id: string }>([
    $client.prepare(switchOn).bind(userId, now),
    $client.prepare(forgetOlderCodes).bind(userId, now),
    $client.prepare(addCodes).bind(userId, now, JSON.stringify(hashes))
  ])
  return switched !== undefined && switched.results.length > 0
}

const switchOff = 'update users set second_step_at = null where id = ?1 and second_step_at is not null returning id'
const forgetCodes = 'delete from recovery_codes where user_id = ?1'

/** The recovery codes are void from then on. @returns whether it was on */
export async function switchSecondStepOff({ $client }: Directory, userId: string): Promise<boolean> {
  const [switched] = await $client.batch<{ id: string }>([
    $client.prepare(switchOff).bind(userId),
    $client.prepare(forgetCodes).bind(userId)
  ])
  return switched !== undefined && switched.results.length > 0
}

const renew = `
  insert into recovery_codes (code_hash, user_id, created_at, used_at) select value, ?1, ?2, null from json_each(?3)
  where exists (select 1 from users where id = ?1 and second_step_at is not null)
  returning user_id`

/** @returns false when the second step is off */
export async function renewRecoveryCodes({ $client }: Directory, { userId, hashes, now }: NewCodes): Promise<boolean> {
  const [, added] = await $client.batch<{ user_id: string }>([
    $client.prepare(forgetCodes).bind(userId),
    $client.prepare(renew).bind(userId, now, JSON.stringify(hashes))
  ])
  return added !== undefined && added.results.length > 0
}

const useCode = `update recovery_codes set used_at = ?3 where code_hash = ?1 and user_id = ?2 and used_at is null
  returning (select count(*) from recovery_codes as other
    where other.user_id = ?2 and other.used_at is null and other.code_hash <> ?1) as remaining`

/** Uses up a code. @returns how many are left; null when it is none of theirs, or was used */
export const takeRecoveryCode = (
  { $client }: Directory,
  { userId, hash, now }: { userId: string; hash: string; now: number }
): Promise<number | null> => $client.prepare(useCode).bind(hash, userId, now).first<number>('remaining')

/** For a person who has lost everything: no second step, no authenticator, no code; the sessions end. @returns the ended sessions */
export async function takeSecondStepOff({ $client }: Directory, userId: string, now: number): Promise<string[]> {
  const [, , , ended] = await $client.batch<{ id: string }>([
    $client.prepare(switchOff).bind(userId),
    $client.prepare(forgetCodes).bind(userId),
    $client.prepare('delete from authenticators where user_id = ?1').bind(userId),
    $client
      .prepare('update sessions set ended_at = ?2 where user_id = ?1 and ended_at is null returning id')
      .bind(userId, now)
  ])
  return ended?.results.map(({ id }) => id) ?? []
}
