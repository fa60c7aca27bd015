import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { valueKinds } from '#contract/value-kinds.ts'

/** Values that operators gave and took. The row is stored before the change is carried out, and stays. */
export const tokenChanges = sqliteTable(
  'token_changes',
  {
    /** The id of the operator's action; the effects derive their ids from it. */
    id: text().primaryKey(),
    kind: text({ enum: valueKinds }).notNull(),
    /** Empty where it is about no user. */
    userId: text('user_id').notNull(),
    subject: text().notNull(),
    /** The value. Negative: taken from the user. */
    tokens: integer().notNull(),
    /** The terms of the change, by kind (domain/operator-value.ts). */
    terms: text({ mode: 'json' }).$type<Record<string, string | number | boolean | null>>().notNull(),
    reason: text().notNull(),
    askedBy: text('asked_by').notNull(),
    /** The account of the operator who asked; null: the holder of the token asked. */
    askedById: text('asked_by_id'),
    /** The account whose daily limit it counts against: of who asked, or of who gave the new role. Null with the token. */
    limitOf: text('limit_of'),
    askedAt: integer('asked_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** `asked`: waits for a second operator. `agreed`: may or may not have been carried out. */
    state: text({ enum: ['asked', 'agreed', 'booked', 'declined', 'impossible'] }).notNull(),
    decidedBy: text('decided_by'),
    decidedById: text('decided_by_id'),
    decidedAt: integer('decided_at'),
    /** Why it is impossible, in the words for the operator. */
    refusal: text()
  },
  (table) => [
    index('token_changes_of_limit').on(table.limitOf, table.askedAt),
    index('token_changes_open')
      .on(table.askedAt)
      .where(sql`${table.state} in ('asked', 'agreed')`)
  ]
)
