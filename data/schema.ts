// The tables of D1: users, sessions, chats, jobs. The copy of the ledger is in schema-ledger.ts.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { JobStep, StoredFile } from '#domain/job.ts'

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
    verifiedAt: instant('verified_at'),
    /** Set by the first purchase; until then the user may only use basic models. */
    firstPurchaseAt: instant('first_purchase_at'),
    /** When the owner requested deletion; until the grace period is over, signing in cancels it. */
    deletionRequestedAt: instant('deletion_requested_at'),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    uniqueIndex('users_canonical_email').on(table.canonicalEmail),
    // Read every minute by the cron.
    index('users_deletion')
      .on(table.deletionRequestedAt)
      .where(sql`${table.deletionRequestedAt} is not null`)
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
 * nobody gets a second bonus.
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
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at')
  },
  (table) => [index('email_links_user').on(table.userId)]
)

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    refreshHash: text('refresh_hash').notNull(),
    previousRefreshHash: text('previous_refresh_hash'),
    /** The current refresh token, encrypted with a key that only the holder of the previous one can derive. */
    sealedRefresh: text('sealed_refresh'),
    rotatedAt: instant('rotated_at').notNull(),
    userAgent: text('user_agent').notNull(),
    ip: text().notNull(),
    /** City and country, as Cloudflare's edge reported them at the last refresh. */
    place: text(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at')
  },
  (table) => [
    uniqueIndex('sessions_refresh').on(table.refreshHash),
    index('sessions_previous_refresh').on(table.previousRefreshHash),
    index('sessions_user').on(table.userId)
  ]
)

export const conversations = sqliteTable(
  'conversations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    title: text().notNull(),
    service: text().notNull(),
    model: text().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull()
  },
  (table) => [
    index('conversations_recent').on(table.userId, table.updatedAt),
    index('conversations_recent_of_service').on(table.userId, table.service, table.updatedAt)
  ]
)

/** How many conversations a user has with each service: kept by triggers, because counting them reads them all. */
export const conversationCounts = sqliteTable(
  'conversation_counts',
  {
    userId: text('user_id').notNull(),
    service: text().notNull(),
    total: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.userId, table.service] })]
)

export const messages = sqliteTable(
  'messages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    role: text({ enum: ['user', 'assistant'] }).notNull(),
    content: text().notNull(),
    model: text().notNull(),
    /** The paid operation that both sides of a turn belong to; null for messages added without one. */
    operationId: text('operation_id'),
    /** How the answer ended; null for the user's side. */
    outcome: text({ enum: ['complete', 'truncated', 'stopped', 'interrupted', 'failed', 'refused'] }),
    chargedTokens: integer('charged_tokens'),
    usdMicros: integer('usd_micros'),
    upstreamModel: text('upstream_model'),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    index('messages_conversation').on(table.conversationId, table.id),
    uniqueIndex('messages_turn').on(table.conversationId, table.operationId, table.role)
  ]
)

/** How many bytes each user stores, as domain/stored-bytes.ts counts them: kept by triggers, so that nothing is left out. */
export const storedBytes = sqliteTable('stored_bytes', {
  userId: text('user_id').primaryKey(),
  total: integer().notNull()
})

/** One row per job; its steps are those of domain/job.ts. Only queries that compare the step may change it. */
export const jobs = sqliteTable(
  'jobs',
  {
    /** Derived from user and operation (`jobIdOf`), so that a repeated submission finds the same row and files. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** The client's idempotency key, which is also the id of the wallet operation and of the job in the API. */
    operationId: text('operation_id').notNull(),
    fingerprint: text().notNull(),
    kind: text({ enum: ['image', 'image-tool', 'video', 'audio'] }).notNull(),
    service: text().notNull(),
    /** Our model id, if the service offers a choice of models. */
    model: text(),
    provider: text({
      enum: ['openai', 'midjourney', 'bfl', 'stability', 'elevenlabs', 'luma', 'google', 'runway']
    }).notNull(),
    /** The model or operation of the provider. */
    upstreamModel: text('upstream_model').notNull(),
    /** The parameters as the user sent them, without files. */
    parameters: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    /** The parameters translated for the provider. Stored, so that a deploy does not change a job in progress. */
    options: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    /** The only language that the provider understands; text in others is translated first. Null: any language. */
    language: text({ enum: ['en'] }),
    /** Names of the parameters whose files are stored in R2. */
    uploads: text({ mode: 'json' }).$type<string[]>().notNull(),
    priceTokens: integer('price_tokens').notNull(),
    step: text().$type<JobStep>().notNull(),
    /** The adapter's reference to what the provider accepted. */
    ticket: text(),
    progress: real(),
    /** How many translations were started. */
    translations: integer().notNull().default(0),
    /** How many times the provider was asked to start. */
    attempts: integer().notNull().default(0),
    /** How many times progress was checked, and how many checks failed in a row. */
    checks: integer().notNull().default(0),
    failedChecks: integer('failed_checks').notNull().default(0),
    /** When the next step may be taken; null when nothing is left to do. */
    dueAt: instant('due_at'),
    /** A step is running until then. */
    leaseUntil: instant('lease_until'),
    /** In the queue: when the job stops waiting. At the provider: when the job is given up. */
    deadlineAt: instant('deadline_at').notNull(),
    cancelRequestedAt: instant('cancel_requested_at'),
    failure: text(),
    files: text({ mode: 'json' }).$type<StoredFile[]>().notNull(),
    /** Null until the wallet has ended the reservation. */
    chargedTokens: integer('charged_tokens'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** Set when the user deleted the job; the row stays for accounting. */
    deletedAt: instant('deleted_at')
  },
  (table) => [
    uniqueIndex('jobs_operation').on(table.userId, table.operationId),
    index('jobs_recent').on(table.userId, table.createdAt, table.id),
    index('jobs_unended')
      .on(table.userId, table.createdAt, table.id)
      .where(sql`${table.finishedAt} is null`),
    index('jobs_at_provider').on(table.provider, table.step),
    index('jobs_finished').on(table.service, table.finishedAt),
    index('jobs_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`)
  ]
)
