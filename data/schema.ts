// The tables of D1: people, sessions, chats, jobs. What the wallets report is schema-ledger.ts.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { JobStep, StoredFile } from '#domain/job.ts'

/** Milliseconds since the epoch, everywhere. */
const instant = (name: string) => integer(name)

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    /** As the user typed it, trimmed; what mail is sent to. */
    email: text().notNull(),
    /** Lower-cased, with aliases folded: one person, one account, one bonus. */
    canonicalEmail: text('canonical_email').notNull(),
    passwordHash: text('password_hash').notNull(),
    displayName: text('display_name'),
    verifiedAt: instant('verified_at'),
    /** Set by the first purchase; until then only the basic models answer. */
    firstPurchaseAt: instant('first_purchase_at'),
    /** The owner asked to be forgotten; until the grace is over, signing in takes it back. */
    deletionRequestedAt: instant('deletion_requested_at'),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    uniqueIndex('users_canonical_email').on(table.canonicalEmail),
    // Asked for every minute.
    index('users_deletion')
      .on(table.deletionRequestedAt)
      .where(sql`${table.deletionRequestedAt} is not null`)
  ]
)

/** What a person agreed to at registration: document, its version, when and from where. */
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

/** Who received the registration bonus: a slow hash of the canonical address, kept even after deletion. */
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
    /** The mailbox that a confirmation was sent to; confirming makes it the account's. Null: the account's own. */
    email: text(),
    /** The password typed together with this registration: confirming the link confirms that password, no other. */
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
    /** The current refresh token, sealed with a key that only the holder of the previous one can derive. */
    sealedRefresh: text('sealed_refresh'),
    rotatedAt: instant('rotated_at').notNull(),
    userAgent: text('user_agent').notNull(),
    ip: text().notNull(),
    /** City and country, as the edge knew them at the last refresh. */
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
    /** The paid operation both sides of a turn belong to; null for messages posted without one. */
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

/** One row per generation: the state machine of domain/job.ts. Only queries that compare the step first change a step. */
export const jobs = sqliteTable(
  'jobs',
  {
    /** Derived from user and operation (`jobIdOf`), so that a repeated submission finds the same row and files. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** The client's id of the intent, which is also the id of the money operation and of the job in the API. */
    operationId: text('operation_id').notNull(),
    fingerprint: text().notNull(),
    kind: text({ enum: ['image', 'image-tool', 'video', 'audio'] }).notNull(),
    service: text().notNull(),
    /** Of ours, where the service has a choice of models. */
    model: text(),
    provider: text({
      enum: ['openai', 'midjourney', 'bfl', 'stability', 'elevenlabs', 'luma', 'google', 'runway']
    }).notNull(),
    /** What runs: model or operation of the provider. */
    upstreamModel: text('upstream_model').notNull(),
    /** In our words, as the user sent them, without files. */
    parameters: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    /** The same in the provider's words: a deploy in the middle of a job changes nothing. */
    options: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    /** The only one that the provider reads: what is in another is translated first. Null where it reads any. */
    language: text({ enum: ['en'] }),
    /** Names of the parameters whose files wait in R2. */
    uploads: text({ mode: 'json' }).$type<string[]>().notNull(),
    priceTokens: integer('price_tokens').notNull(),
    step: text().$type<JobStep>().notNull(),
    /** The adapter's own note of what the provider accepted. */
    ticket: text(),
    progress: real(),
    /** How often a translation was begun. */
    translations: integer().notNull().default(0),
    /** How often the provider was asked to start. */
    attempts: integer().notNull().default(0),
    /** How often it was asked how far it is, and how often in a row that failed. */
    checks: integer().notNull().default(0),
    failedChecks: integer('failed_checks').notNull().default(0),
    /** When the next step may be taken; null when nothing is left to do. */
    dueAt: instant('due_at'),
    /** Somebody is taking a step until then. */
    leaseUntil: instant('lease_until'),
    /** In the queue: when waiting is given up. With the provider: when the job is. */
    deadlineAt: instant('deadline_at').notNull(),
    cancelRequestedAt: instant('cancel_requested_at'),
    failure: text(),
    files: text({ mode: 'json' }).$type<StoredFile[]>().notNull(),
    /** Null until the wallet has ended the reservation. */
    chargedTokens: integer('charged_tokens'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** The user removed the work; the row stays for the books. */
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
