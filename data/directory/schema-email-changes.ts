import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** A request to change the address, which needs both mailboxes' confirmation. At most one per account is open. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    newEmail: text('new_email').notNull(),
    newCanonicalEmail: text('new_canonical_email').notNull(),
    oldTokenHash: text('old_token_hash').notNull(),
    newTokenHash: text('new_token_hash').notNull(),
    oldAgreedAt: instant('old_agreed_at'),
    newAgreedAt: instant('new_agreed_at'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Set by the change itself, by a newer request, by a new password or by the deletion of the account. */
    closedAt: instant('closed_at')
  },
  (table) => [
    uniqueIndex('email_changes_old').on(table.oldTokenHash),
    uniqueIndex('email_changes_new').on(table.newTokenHash),
    index('email_changes_user').on(table.userId),
    index('email_changes_over').on(sql`coalesce(${table.closedAt}, ${table.expiresAt})`)
  ]
)
