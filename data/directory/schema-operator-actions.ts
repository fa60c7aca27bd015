import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What the action was about, before it (`begun`) or after it (`done`), or what was read: codes and numbers, nothing personal. */
export type ActionFacts = Record<string, string | number | boolean | null>

/**
 * What operators did, two lines each: one before the change and one after it; of a reading, one. Triggers in the migration refuse every
 * update and deletion. Kept for accounting when the account is erased.
 */
export const operatorActions = sqliteTable(
  'operator_actions',
  {
    /** Derived from the operator's idempotency key: an action that is repeated is recorded once. */
    id: text().notNull(),
    phase: text({ enum: ['begun', 'done', 'read'] }).notNull(),
    /** Milliseconds since the epoch. */
    at: integer().notNull(),
    operator: text().notNull(),
    action: text().notNull(),
    /** The id of the payment, or of the user whose wallet it is. */
    subject: text().notNull(),
    /** The request, so that the key is not used for another one. */
    request: text().notNull(),
    reason: text().notNull(),
    facts: text({ mode: 'json' }).$type<ActionFacts>().notNull()
  },
  (table) => [
    primaryKey({ columns: [table.id, table.phase] }),
    index('operator_actions_subject').on(table.subject),
    index('operator_actions_at').on(table.at),
    index('operator_actions_operator').on(table.operator),
    index('operator_actions_action').on(table.action)
  ]
)
