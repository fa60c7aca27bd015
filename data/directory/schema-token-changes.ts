import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tokens that operators gave and took, and gave back for jobs. The row is stored before the wallet is told, and stays. */
export const tokenChanges = sqliteTable(
  'token_changes',
  {
    /** The id of the operator's action; the operation of the wallet is derived from it. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** Negative: taken. */
    tokens: integer().notNull(),
    /** Whether taking may make a debt. */
    mayOwe: integer('may_owe', { mode: 'boolean' }).notNull(),
    reason: text().notNull(),
    askedBy: text('asked_by').notNull(),
    /** Whose account; null: asked for with the token, by whoever has it. */
    askedById: text('asked_by_id'),
    askedAt: integer('asked_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** `asked`: waits for a second person. `agreed`: the wallet may or may not have booked it. */
    state: text({ enum: ['asked', 'agreed', 'booked', 'declined', 'impossible'] }).notNull(),
    decidedBy: text('decided_by'),
    decidedById: text('decided_by_id'),
    decidedAt: integer('decided_at')
  },
  (table) => [
    index('token_changes_of_operator').on(table.askedById, table.askedAt),
    index('token_changes_open')
      .on(table.askedAt)
      .where(sql`${table.state} in ('asked', 'agreed')`)
  ]
)
