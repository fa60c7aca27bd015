// The files that users attach to questions. Their bytes are in R2 (data/files/attachment-files.ts).
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { attachmentKinds } from '#contract/catalogue/attachments.ts'
import type { AttachmentFailure } from '#domain/attachment.ts'
import { messages } from './schema.ts'

const instant = (name: string) => integer(name)

export const attachments = sqliteTable(
  'attachments',
  {
    /** Derived from user and idempotency key (`attachmentIdOf`), so that a repeated upload finds the same row. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    kind: text({ enum: attachmentKinds }).notNull(),
    mediaType: text('media_type').notNull(),
    /** As stored, and as sent: a picture loses its metadata. */
    sizeBytes: integer('size_bytes').notNull(),
    sentBytes: integer('sent_bytes').notNull(),
    width: integer(),
    height: integer(),
    textLength: integer('text_length').notNull().default(0),
    inputTokens: integer('input_tokens').notNull().default(0),
    state: text({ enum: ['waiting', 'ready', 'failed'] }).notNull(),
    failure: text().$type<AttachmentFailure>(),
    /** How many attempts to read its text were made, and when the next one may begin; null: nothing is left to do. */
    attempts: integer().notNull().default(0),
    dueAt: instant('due_at'),
    /** When it is deleted, unless a question has it by then. A trigger sets null once a message has it. */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull()
  },
  (table) => [
    index('attachments_of_user').on(table.userId, table.sizeBytes),
    index('attachments_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    index('attachments_unsent')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`)
  ]
)

/**
 * The files of a request. Several may have the same file: changed requests, and copies in branches. When the last of them is
 * deleted, so is the file (triggers).
 */
export const messageAttachments = sqliteTable(
  'message_attachments',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    attachmentId: text('attachment_id').notNull()
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.position] }),
    index('message_attachments_of_file').on(table.attachmentId)
  ]
)

/** Files whose rows are gone and whose bytes are still to be deleted: a trigger adds them. */
export const removedAttachments = sqliteTable(
  'removed_attachments',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull()
  },
  (table) => [index('removed_attachments_of_user').on(table.userId)]
)
