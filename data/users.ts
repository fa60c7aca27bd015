// Accounts and the registrations that lead to them. An account exists once per canonical address, verified or not.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { consents, emailLinks, users } from './schema.ts'

export type UserRow = typeof users.$inferSelect

const isConfirmation = eq(emailLinks.purpose, 'confirm-email')

/** The account of an address with everything that was ever typed to register it; undefined for a free address. */
export async function findRegistered(database: Database, canonicalEmail: string) {
  const [[user], registrations] = await database.batch([
    database.select().from(users).where(eq(users.canonicalEmail, canonicalEmail)),
    database
      .select({
        email: sql<string>`coalesce(${emailLinks.email}, ${users.email})`,
        passwordHash: sql<string>`${emailLinks.passwordHash}`
      })
      .from(emailLinks)
      .innerJoin(users, eq(users.id, emailLinks.userId))
      .where(and(eq(users.canonicalEmail, canonicalEmail), isConfirmation, isNotNull(emailLinks.passwordHash)))
  ])
  return user && { user, registrations }
}

export interface Registration {
  /** Of the account, when it does not exist yet. */
  userId: string
  email: string
  canonicalEmail: string
  passwordHash: string
  tokenHash: string
  linkExpiresAt: number
  consents: { document: 'offer' | 'personal-data'; version: string }[]
  ip: string
  now: number
}

const insertConsent = (
  database: Database,
  { canonicalEmail, ip, now }: Registration,
  consent: Registration['consents'][number]
) =>
  // Whoever registers last agreed last; the agreement of a verified account is never touched.
  database.run(sql`
    insert into ${consents} (user_id, document, version, ip, given_at)
    select id, ${consent.document}, ${consent.version}, ${ip}, ${now} from ${users}
    where canonical_email = ${canonicalEmail} and verified_at is null
    on conflict (user_id, document, version) do update set ip = excluded.ip, given_at = excluded.given_at`)

/**
 * Creates the account unless the address has one, and a confirmation link that carries the typed password. The same
 * statements run in every case. For a verified account the link is born used: it only remembers what was typed.
 * @returns whether the link can be confirmed, or the address had a verified account already
 */
export async function addRegistration(database: Database, registration: Registration): Promise<'pending' | 'verified'> {
  const { userId, email, canonicalEmail, passwordHash, tokenHash, linkExpiresAt, now } = registration
  const [, [link]] = await database.batch([
    database
      .insert(users)
      .values({ id: userId, email, canonicalEmail, passwordHash, createdAt: now })
      .onConflictDoNothing(),
    database.all<{ used_at: number | null }>(sql`
      insert into ${emailLinks} (token_hash, user_id, purpose, email, password_hash, created_at, expires_at, used_at)
      select ${tokenHash}, id, 'confirm-email', ${email}, ${passwordHash}, ${now}, ${linkExpiresAt},
        case when verified_at is null then null else ${now} end
      from ${users} where canonical_email = ${canonicalEmail}
      returning used_at`),
    ...registration.consents.map((consent) => insertConsent(database, registration, consent))
  ])
  if (!link) throw new Error('A registration left no link')
  return link.used_at === null ? 'pending' : 'verified'
}

/** Stores the hash of the same password under newer parameters, unless the password changed meanwhile. */
export async function replacePasswordHash(database: Database, userId: string, old: string, renewed: string) {
  await database
    .update(users)
    .set({ passwordHash: renewed })
    .where(and(eq(users.id, userId), eq(users.passwordHash, old)))
}
