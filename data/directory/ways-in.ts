// What a user can prove themselves with, and when the session's user last did.
import { asc, eq } from 'drizzle-orm'
import type { IdentityProvider } from '#contract/identities.ts'
import type { Directory } from '../base/database.ts'
import { identities } from './schema-ways-in.ts'

export interface WaysFacts {
  passwordHash: string
  /** Null: signing in takes no second step. */
  secondStepAt: number | null
  passkeys: number
  /** Null: no authenticator is connected. */
  authenticatorSince: number | null
  /** Recovery codes that still work. */
  recoveryLeft: number
  identities: IdentityProvider[]
  /** When the session began and when its user proved themselves again; null: no such living session, or never. */
  sessionSince: number | null
  provenAt: number | null
}

const query = `
  select users.password_hash as passwordHash, users.second_step_at as secondStepAt,
    (select count(*) from passkeys where user_id = ?1) as passkeys,
    (select since from authenticators where user_id = ?1) as authenticatorSince,
    (select count(*) from recovery_codes where user_id = ?1 and used_at is null) as recoveryLeft,
    (select json_group_array(provider) from identities where user_id = ?1) as identities,
    sessions.created_at as sessionSince, sessions.proven_at as provenAt
  from users left join sessions on sessions.id = ?2 and sessions.user_id = users.id
    and sessions.ended_at is null and sessions.expires_at > ?3
  where users.id = ?1`

/** @param sessionId of a session of this user; left out: it is not about one */
export async function waysFacts({ $client }: Directory, userId: string, sessionId = ''): Promise<WaysFacts | null> {
  const row = await $client
    .prepare(query)
    .bind(userId, sessionId, Date.now())
    .first<Omit<WaysFacts, 'identities'> & { identities: string }>()
  return row && { ...row, identities: JSON.parse(row.identities) as IdentityProvider[] }
}

/** The user of this session has proven themselves. */
export async function proveSession({ $client }: Directory, session: { id: string; userId: string; now: number }) {
  const { id, userId, now } = session
  await $client
    .prepare(
      'update sessions set proven_at = ?3 where id = ?1 and user_id = ?2 and ended_at is null and expires_at > ?3'
    )
    .bind(id, userId, now)
    .run()
}

export interface EnteringUser {
  id: string
  email: string
  canonicalEmail: string
  passwordHash: string
  secondStepAt: number | null
  deletionRequestedAt: number | null
  blockedAt: number | null
}

/** Columns of a user who signs in: a part of a statement. */
export const enteringColumns = `
  users.id, users.email, users.canonical_email as canonicalEmail, users.password_hash as passwordHash,
  users.second_step_at as secondStepAt, users.deletion_requested_at as deletionRequestedAt, users.blocked_at as blockedAt`

export const enteringUser = ({ $client }: Directory, userId: string): Promise<EnteringUser | null> =>
  $client.prepare(`select ${enteringColumns} from users where id = ?`).bind(userId).first<EnteringUser>()

/** The identities of providers with which the user signs in. */
export const linkedIdentities = (directory: Directory, userId: string) =>
  directory
    .select({ provider: identities.provider, linkedAt: identities.linkedAt, usedAt: identities.usedAt })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.linkedAt))
