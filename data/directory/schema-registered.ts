// Erased accounts of which the register inside the country has to hear.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Ids that lead to no person any more; a row goes when the register has erased its records. */
export const erasedPeople = sqliteTable(
  'erased_people',
  {
    registerId: text('register_id').primaryKey(),
    account: text().notNull(),
    erasedAt: integer('erased_at').notNull()
  },
  (table) => [index('erased_people_at').on(table.erasedAt)]
)
