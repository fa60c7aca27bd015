// The ways in besides a password: identities of providers, passkeys, authenticators and recovery codes.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { IdentityProvider } from '#contract/identities.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** Whom a provider names: at most one account has an identity, and an account at most one of a provider. */
export const identities = sqliteTable(
  'identities',
  {
    provider: text().$type<IdentityProvider>().notNull(),
    /** The provider's id of the person. */
    subject: text().notNull(),
    userId: text('user_id').notNull(),
    linkedAt: instant('linked_at').notNull(),
    usedAt: instant('used_at')
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex('identities_user').on(table.userId, table.provider)
  ]
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's id in base64url. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** Of signatures; many passkeys always say 0. */
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<string[]>(),
    name: text().notNull(),
    isBackedUp: integer('is_backed_up', { mode: 'boolean' }).notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at')
  },
  (table) => [index('passkeys_user').on(table.userId)]
)

/** One authenticator (TOTP) per user. */
export const authenticators = sqliteTable('authenticators', {
  userId: text('user_id').primaryKey(),
  /** The secret, encrypted with FACTOR_SECRET. */
  factor: text().notNull(),
  /** Null: it has not shown its first code. */
  since: instant('since'),
  /** The time step of the newest accepted code: no code is accepted twice. */
  step: integer(),
  createdAt: instant('created_at').notNull()
})

/** Ten codes that take the second step once each, while the phone is lost. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** SHA-256 of the code, which has 80 random bits. */
    codeHash: text('code_hash').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at')
  },
  (table) => [
    index('recovery_codes_user')
      .on(table.userId)
      .where(sql`${table.usedAt} is null`)
  ]
)
