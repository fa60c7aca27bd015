// What a user has agreed that models remember, and what was offered and is not decided yet.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { conversations } from './schema.ts'

/** The memory is off for a user without a row. */
export const memorySettings = sqliteTable('memory_settings', {
  userId: text('user_id').primaryKey(),
  isOn: integer('is_on', { mode: 'boolean' }).notNull()
})

export const memoryLines = sqliteTable(
  'memory_lines',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    text: text().notNull(),
    createdAt: integer('created_at').notNull()
  },
  (table) => [index('memory_lines_of_user').on(table.userId)]
)

/** A line that a model proposes after an answer. It goes with its chat, and when the user has decided. */
export const memoryOffers = sqliteTable(
  'memory_offers',
  {
    userId: text('user_id').notNull(),
    /** Of the answer. */
    operationId: text('operation_id').notNull(),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    createdAt: integer('created_at').notNull()
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.operationId] }),
    index('memory_offers_of_chat').on(table.conversationId)
  ]
)
