// Links under which copies of conversations are read.
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { conversations } from './schema.ts'

/** Copies of conversations that every holder of the link may read. The copy itself is in R2 (data/files/share-files.ts). */
export const shares = sqliteTable(
  'shares',
  {
    /** Derived from user, conversation and request, so that a repeated request makes no second link. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** The token itself is not stored: a reader of the database cannot open the links. */
    tokenDigest: text('token_digest').notNull(),
    title: text().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: integer('created_at').notNull()
  },
  (table) => [
    uniqueIndex('shares_token').on(table.tokenDigest),
    index('shares_recent').on(table.userId, table.createdAt),
    index('shares_conversation').on(table.conversationId)
  ]
)
