// How a user wants to be answered in chats.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { conversations } from './schema.ts'

/** The roles that a user has written. */
export const roles = sqliteTable(
  'roles',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    instruction: text().notNull(),
    /** The model that the role asks for; null: that of the page. */
    model: text(),
    createdAt: integer('created_at').notNull()
  },
  (table) => [index('roles_of_user').on(table.userId)]
)

/** The instruction of a conversation: most have none, and no list reads it. */
export const instructions = sqliteTable('instructions', {
  conversationId: integer('conversation_id')
    .primaryKey()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  userId: text('user_id').notNull(),
  /** The name of the role that it is a copy of; null: it was written for this conversation. */
  role: text(),
  instruction: text().notNull()
})
