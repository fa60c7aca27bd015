// The copy of the wallets' journals. The authority on a balance is the wallet in the user's object.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { OperationAction } from '#contract/operation-actions.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/** One row per entry of a wallet's journal, copied in order and without gaps by its outbox. */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    userId: text('user_id').notNull(),
    seq: integer().notNull(),
    operationId: text('operation_id').notNull(),
    kind: text({ enum: ['credit', 'debit', 'reserve', 'settle', 'release', 'expire', 'correct'] }).notNull(),
    balanceDelta: integer('balance_delta').notNull(),
    reservedDelta: integer('reserved_delta').notNull(),
    balanceAfter: integer('balance_after').notNull(),
    reservedAfter: integer('reserved_after').notNull(),
    /** Where an operation begins, what it is for; where it ends, the kind is the outcome or why it expired. */
    reason: text({ mode: 'json' }).$type<OperationAction | { kind: string; lossTokens?: number }>().notNull(),
    at: instant('at').notNull()
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    // Users who were in debt after any line; their newest line says whether they still are.
    index('ledger_in_debt')
      .on(table.userId)
      .where(sql`${table.balanceAfter} < ${table.reservedAfter}`)
  ]
)

/** One row per finished operation: the history that the user sees. The rows of one user sum to the balance. */
export const usage = sqliteTable(
  'usage',
  {
    userId: text('user_id').notNull(),
    operationId: text('operation_id').notNull(),
    /** Sequence number of the journal entry that ended the operation; orders the history. */
    seq: integer().notNull(),
    service: text().notNull(),
    action: text({ mode: 'json' }).$type<OperationAction>().notNull(),
    model: text(),
    upstreamModel: text('upstream_model'),
    outcome: text().notNull(),
    priceTokens: integer('price_tokens').notNull(),
    reservedTokens: integer('reserved_tokens').notNull(),
    /** How much the balance decreased; negative for a credit. */
    costTokens: integer('cost_tokens').notNull(),
    returnedTokens: integer('returned_tokens').notNull(),
    /** What it would have cost without the plan that covered it; otherwise 0. */
    planTokens: integer('plan_tokens').notNull().default(0),
    attempts: integer().notNull(),
    balanceAfter: integer('balance_after').notNull(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at').notNull()
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.operationId] }),
    index('usage_of_period').on(table.userId, table.finishedAt),
    // Finds the users of an operation id, for operators.
    index('usage_of_operation').on(table.operationId),
    index('usage_finished').on(table.service, table.finishedAt)
  ]
)
