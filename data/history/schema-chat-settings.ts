// What a user has decided about one chat: most have no row, and no list reads it.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { conversations } from './schema.ts'

export const chatSettings = sqliteTable('chat_settings', {
  conversationId: integer('conversation_id')
    .primaryKey()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  userId: text('user_id').notNull(),
  /** So many tokens may be spent on proposed works without a question; null: each is asked for. */
  worksLimitTokens: integer('works_limit_tokens'),
  /** When this limit was set: works since then count. */
  worksSince: integer('works_since'),
  /** The models of this chat are not told what the user's memory holds, and propose nothing for it. */
  isMemoryOff: integer('is_memory_off', { mode: 'boolean' }).notNull().default(false)
})
