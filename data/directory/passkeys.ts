// The passkeys of users. Each change is one statement with its conditions, so that calls at once cannot go round them.
import { and, asc, eq } from 'drizzle-orm'
import { passkeysMax } from '#contract/second-step.ts'
import type { Directory } from '../base/database.ts'
import { passkeys } from './schema-ways-in.ts'
import { enteringColumns, type EnteringUser } from './ways-in.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export const passkeysOf = (directory: Directory, userId: string): Promise<PasskeyRow[]> =>
  directory
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt))
    .limit(passkeysMax)

/** What a signature is checked against. */
export interface KnownPasskey {
  id: string
  /** COSE, in base64url. */
  publicKey: string
  counter: number
}

const ownerQuery = `select ${enteringColumns}, passkeys.public_key as publicKey, passkeys.counter
  from passkeys join users on users.id = passkeys.user_id where passkeys.id = ?`

/** A passkey with the account that it opens. */
export async function passkeyWithOwner(
  { $client }: Directory,
  id: string
): Promise<{ user: EnteringUser; passkey: KnownPasskey } | null> {
  const row = await $client.prepare(ownerQuery).bind(id).first<EnteringUser & Omit<KnownPasskey, 'id'>>()
  if (!row) return null
  const { publicKey, counter, ...user } = row
  return { user, passkey: { id, publicKey, counter } }
}

const insert = `
  insert into passkeys (id, user_id, public_key, counter, transports, name, is_backed_up, created_at, used_at)
  select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, null where (select count(*) from passkeys where user_id = ?2) < ${passkeysMax}
  on conflict do nothing returning id`

/** @returns false when the user has as many as there may be, or when somebody has this one */
export async function addPasskey({ $client }: Directory, row: Omit<PasskeyRow, 'usedAt'>): Promise<boolean> {
  const { id, userId, publicKey, counter, transports, name, isBackedUp, createdAt } = row
  const values = [id, userId, publicKey, counter, JSON.stringify(transports), name, Number(isBackedUp), createdAt]
  return (
    (await $client
      .prepare(insert)
      .bind(...values)
      .first()) !== null
  )
}

export async function renamePasskey(directory: Directory, userId: string, id: string, name: string): Promise<boolean> {
  const renamed = await directory
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  return renamed.length > 0
}

/** A passkey has signed: of uses at once with the same counter, only the first counts. */
export async function usePasskey(
  directory: Directory,
  use: { id: string; userId: string; fromCounter: number; counter: number; isBackedUp: boolean; now: number }
): Promise<boolean> {
  const { id, userId, fromCounter, counter, isBackedUp, now } = use
  const used = await directory
    .update(passkeys)
    .set({ counter, isBackedUp, usedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId), eq(passkeys.counter, fromCounter)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

// Another way to take the second step has to stay while it is on, and another way to sign in always. A hash that ends with `$` is of no
// password (worker/crypto/passwords.ts).
const removal = `
  delete from passkeys where id = ?1 and user_id = ?2
    and (exists (select 1 from users where id = ?2 and second_step_at is null)
      or exists (select 1 from passkeys as other where other.user_id = ?2 and other.id <> ?1)
      or exists (select 1 from authenticators where user_id = ?2 and since is not null))
    and (exists (select 1 from users where id = ?2 and password_hash <> '' and password_hash not like '%$')
      or exists (select 1 from passkeys as other where other.user_id = ?2 and other.id <> ?1)
      or exists (select 1 from identities where user_id = ?2))
  returning name`

/** @returns its name; null when it is not there, or nothing would be left that takes its place */
export const removePasskey = ({ $client }: Directory, userId: string, id: string): Promise<string | null> =>
  $client.prepare(removal).bind(id, userId).first<string>('name')
