// The tables of D1. Money here is a report: the truth of a balance is the user's Wallet object.
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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
    createdAt: instant('created_at').notNull()
  },
  (table) => [uniqueIndex('users_canonical_email').on(table.canonicalEmail)]
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

/** One row per entry of a Wallet's journal, copied in order and without gaps by its outbox. */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    userId: text('user_id').notNull(),
    seq: integer().notNull(),
    operationId: text('operation_id').notNull(),
    kind: text({ enum: ['credit', 'reserve', 'settle', 'release', 'expire'] }).notNull(),
    balanceDelta: integer('balance_delta').notNull(),
    reservedDelta: integer('reserved_delta').notNull(),
    balanceAfter: integer('balance_after').notNull(),
    reservedAfter: integer('reserved_after').notNull(),
    reason: text().notNull(),
    at: instant('at').notNull()
  },
  (table) => [primaryKey({ columns: [table.userId, table.seq] })]
)

/** One row per finished operation: what the user sees in the history. Rows of one user sum to the balance. */
export const usage = sqliteTable(
  'usage',
  {
    userId: text('user_id').notNull(),
    operationId: text('operation_id').notNull(),
    /** The journal entry that ended the operation: orders the history. */
    seq: integer().notNull(),
    service: text().notNull(),
    action: text().notNull(),
    model: text(),
    upstreamModel: text('upstream_model'),
    outcome: text().notNull(),
    priceTokens: integer('price_tokens').notNull(),
    reservedTokens: integer('reserved_tokens').notNull(),
    /** What the balance lost; negative for a credit. */
    costTokens: integer('cost_tokens').notNull(),
    returnedTokens: integer('returned_tokens').notNull(),
    attempts: integer().notNull(),
    balanceAfter: integer('balance_after').notNull(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at').notNull()
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.operationId] }),
    index('usage_recent').on(table.userId, table.seq)
  ]
)
