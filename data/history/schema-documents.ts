// Answers that a user works on as documents, with their versions.
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { documentKindNames } from '#contract/documents.ts'
import { conversations } from './schema.ts'

export const documents = sqliteTable(
  'documents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** The answer that it was opened from: opening it again opens the same document. */
    messageId: integer('message_id').notNull(),
    kind: text({ enum: documentKindNames }).notNull(),
    title: text().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull()
  },
  (table) => [
    uniqueIndex('documents_of_message').on(table.messageId),
    index('documents_of_chat').on(table.conversationId)
  ]
)

/**
 * A version has a text, or waits for an answer of the chat: then it is the version `base` with that answer in place of the characters
 * from `start` to `end`, whenever the answer is there. So closing the page loses no paid change.
 */
export const documentVersions = sqliteTable(
  'document_versions',
  {
    documentId: integer('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** Counts from 1. */
    number: integer().notNull(),
    /** Of the answer; null: the user has written this version. */
    operationId: text('operation_id'),
    base: integer(),
    start: integer(),
    end: integer(),
    /** What the user has asked for; null: nothing. */
    request: text(),
    createdAt: integer('created_at').notNull(),
    /** Null: it follows from the answer. The last column: those behind a long text would be slow to read. */
    text: text()
  },
  (table) => [primaryKey({ columns: [table.documentId, table.number] })]
)
