// What was read of suppliers' lists of models. Written statements alone use these tables (supplier-models.ts), so the script of the API
// leaves their descriptions out.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** When a supplier's list of models was read. */
export const supplierLists = sqliteTable('supplier_lists', {
  supplier: text().primaryKey(),
  /** The address that was asked: another one has another list, with which nothing is compared. */
  baseUrl: text('base_url').notNull(),
  firstReadAt: integer('first_read_at').notNull(),
  readAt: integer('read_at').notNull(),
  /** It was longer than what is read of it. */
  isCut: integer('is_cut', { mode: 'boolean' }).notNull()
})

/** What suppliers' lists said last of each model. Only a reading of the list writes here; nothing that is sold follows from it. */
export const supplierModels = sqliteTable(
  'supplier_models',
  {
    supplier: text().notNull(),
    /** The supplier's id. */
    model: text().notNull(),
    /** In the list, from zero. */
    place: integer().notNull(),
    /** A `SeenModel` of the domain as JSON. */
    seen: text().notNull()
  },
  (table) => [primaryKey({ columns: [table.supplier, table.model] })]
)
