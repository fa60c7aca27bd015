// The directory's tables of people: users, consents, links in mails, sessions.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { IdentityProvider } from '#contract/identities.ts'
import type { ReadyChannel } from '#contract/ready.ts'

/** Milliseconds since the epoch, everywhere. */
const instant = (name: string) => integer(name)

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    /** As the user typed it, trimmed; mail is sent to this address. */
    email: text().notNull(),
    /** Lower-cased, with aliases folded, so that one person gets one account and one bonus. */
    canonicalEmail: text('canonical_email').notNull(),
    passwordHash: text('password_hash').notNull(),
    displayName: text('display_name'),
    /** What the user tells the models of all chats about themselves. */
    about: text(),
    /** How the user wants to learn that a long job has ended; null: the user was never asked. */
    readyChannel: text('ready_channel').$type<ReadyChannel>(),
    verifiedAt: instant('verified_at'),
    /** Set by the first purchase; until then the user may only use basic models. */
    firstPurchaseAt: instant('first_purchase_at'),
    /** When the owner requested deletion; until the grace period is over, signing in cancels it. */
    deletionRequestedAt: instant('deletion_requested_at'),
    /** Since when an operator keeps the owner from signing in. */
    blockedAt: instant('blocked_at'),
    /** The code of the link with which the owner invites others; null: the owner never opened it. */
    inviteCode: text('invite_code'),
    /** The provider on whose word alone the address rests; null: a letter's link has proven the mailbox. */
    emailVouchedBy: text('email_vouched_by').$type<IdentityProvider>(),
    /** Since when signing in takes a second step; null: it is off. */
    secondStepAt: instant('second_step_at'),
    /** The opaque id under which the register inside the country has recorded this person first; null: there is no register. */
    registerId: text('register_id'),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    uniqueIndex('users_canonical_email').on(table.canonicalEmail),
    uniqueIndex('users_invite_code')
      .on(table.inviteCode)
      .where(sql`${table.inviteCode} is not null`),
    uniqueIndex('users_register')
      .on(table.registerId)
      .where(sql`${table.registerId} is not null`),
    // Read every minute by the cron.
    index('users_deletion')
      .on(table.deletionRequestedAt)
      .where(sql`${table.deletionRequestedAt} is not null`),
    index('users_verified')
      .on(table.verifiedAt)
      .where(sql`${table.verifiedAt} is not null`),
    index('users_unconfirmed')
      .on(table.createdAt, table.id)
      .where(sql`${table.verifiedAt} is null`)
  ]
)

/** The documents that a user agreed to at registration: version, time and address. */
export const consents = sqliteTable(
  'consents',
  {
    userId: text('user_id').notNull(),
    document: text({ enum: ['offer', 'personal-data'] }).notNull(),
    version: text().notNull(),
    ip: text().notNull(),
    givenAt: instant('given_at').notNull()
  },
  (table) => [primaryKey({ columns: [table.userId, table.document, table.version] })]
)

/**
 * The users who received the registration bonus, by a slow hash of the canonical address. Kept after deletion, so that
 * no person gets a second bonus.
 */
export const bonusGrants = sqliteTable('bonus_grants', {
  addressHash: text('address_hash').primaryKey(),
  userId: text('user_id').notNull(),
  grantedAt: instant('granted_at').notNull()
})

export const emailLinks = sqliteTable(
  'email_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id').notNull(),
    purpose: text({ enum: ['confirm-email', 'reset-password'] }).notNull(),
    /** The mailbox of a confirmation, which becomes the account's address. Null: the account's address. */
    email: text(),
    /** The password typed with this registration: the link confirms this password and no other. */
    passwordHash: text('password_hash'),
    /** The invitation with which this registration came: like the password, it counts only with this link. */
    inviteCode: text('invite_code'),
    /** `provider:subject` of a new person who typed the address: the link that confirms it also links the identity. */
    identity: text(),
    /** Of the register inside the country, as in `users`. */
    registerId: text('register_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at')
  },
  (table) => [
    index('email_links_user').on(table.userId),
    index('email_links_over').on(sql`coalesce(${table.usedAt}, ${table.expiresAt})`)
  ]
)

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** Hash of the newest refresh token: a child of the one that was used last. */
    refreshHash: text('refresh_hash').notNull(),
    /** Hash of the refresh token that was used last; null before the first use. */
    previousRefreshHash: text('previous_refresh_hash'),
    userAgent: text('user_agent').notNull(),
    ip: text().notNull(),
    /** City and country, as Cloudflare's edge reported them at the last refresh. */
    place: text(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** When its user proved themselves again; null: only by signing in. */
    provenAt: instant('proven_at')
  },
  (table) => [
    uniqueIndex('sessions_refresh').on(table.refreshHash),
    index('sessions_previous_refresh').on(table.previousRefreshHash),
    index('sessions_user').on(table.userId),
    index('sessions_over').on(sql`coalesce(${table.endedAt}, min(${table.expiresAt}, ${table.lastSeenAt}))`)
  ]
)
