// What is sold in chats and who supplies it, as operators have set it: suppliers, and models in place of the catalogue's or beside them.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { chatDialects } from '#contract/chat-dialects.ts'

export const suppliers = sqliteTable('suppliers', {
  /** That of a maker of the environment, or `s-` and twelve characters from the key of the call, so that a repetition adds nothing. */
  id: text().primaryKey(),
  /** Name, dialect, base URL and key are null for a maker of the environment, which has its own. */
  name: text(),
  dialect: text({ enum: chatDialects }),
  baseUrl: text('base_url'),
  /** Sealed for this supplier and the origin of its base URL: `worker/crypto/supplier-key.ts`. */
  sealedKey: text('sealed_key'),
  keySetAt: integer('key_set_at'),
  isOn: integer('is_on', { mode: 'boolean' }).notNull(),
  perMinuteMax: integer('per_minute_max'),
  createdAt: integer('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  changedAt: integer('changed_at').notNull(),
  changedBy: text('changed_by').notNull()
})

/** Rows are added, and cancelled before they begin, never changed otherwise: they are the history of the models. */
export const modelChanges = sqliteTable(
  'model_changes',
  {
    /** From the key of the call, so that a repetition adds nothing. */
    id: text().primaryKey(),
    modelId: text('model_id').notNull(),
    /** A `ModelDefinition` as JSON; null: as in the catalogue again, or gone. */
    definition: text(),
    startsAt: integer('starts_at').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    reason: text().notNull(),
    cancelledAt: integer('cancelled_at'),
    cancelledBy: text('cancelled_by')
  },
  (table) => [
    uniqueIndex('model_changes_in_force')
      .on(table.modelId, table.startsAt)
      .where(sql`${table.cancelledAt} is null`),
    index('model_changes_created').on(table.createdAt)
  ]
)
