// Folders of chats as projects: most have no row.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { attachments } from './schema-attachments.ts'
import { folders } from './schema.ts'

export const projects = sqliteTable('projects', {
  folderId: integer('folder_id')
    .primaryKey()
    .references(() => folders.id, { onDelete: 'cascade' }),
  userId: text('user_id').notNull(),
  instruction: text().notNull().default(''),
  isMemoryOff: integer('is_memory_off', { mode: 'boolean' }).notNull().default(false)
})

/** The files of a project. When the last question and project that has a file is gone, so is the file (triggers). */
export const projectFiles = sqliteTable(
  'project_files',
  {
    folderId: integer('folder_id')
      .notNull()
      .references(() => folders.id, { onDelete: 'cascade' }),
    attachmentId: text('attachment_id')
      .notNull()
      .references(() => attachments.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull()
  },
  (table) => [
    primaryKey({ columns: [table.folderId, table.attachmentId] }),
    index('project_files_of_file').on(table.attachmentId)
  ]
)
