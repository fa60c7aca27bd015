// What is sold and who supplies it, as operators have set it: suppliers, models in place of the catalogue's or beside them, and who makes
// the works of the tools.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { supplierDialects } from '#contract/supplier-dialects.ts'
import { plannedColumns, plannedId } from './schema-planned.ts'

export const suppliers = sqliteTable('suppliers', {
  /** That of a maker of the environment, or `s-` and twelve characters from the key of the call, so that a repetition adds nothing. */
  id: text().primaryKey(),
  /** Name, dialect, base URL and key are null for a maker of the environment, which has its own. */
  name: text(),
  dialect: text({ enum: supplierDialects }),
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

/** The history of the models. */
export const modelChanges = sqliteTable(
  'model_changes',
  {
    id: plannedId(),
    /** `work`: the key is a model of a maker in the tools (`bfl flux-2-pro`), and the change says who makes its works. */
    kind: text({ enum: ['model', 'work'] })
      .notNull()
      .default('model'),
    modelId: text('model_id').notNull(),
    /** A `ModelDefinition` or a `WorkDefinition` as JSON; null: as in the catalogue again, or gone. */
    definition: text(),
    ...plannedColumns()
  },
  (table) => [
    uniqueIndex('model_changes_in_force')
      .on(table.modelId, table.startsAt)
      .where(sql`${table.cancelledAt} is null`),
    index('model_changes_created').on(table.createdAt)
  ]
)
