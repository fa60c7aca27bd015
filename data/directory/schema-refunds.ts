import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ReceiptStatus } from '#domain/receipt-registration.ts'
import type { RefundStatus } from '#domain/refund.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/**
 * One row per refund that an operator ordered, inserted before the provider is called; its states are those of
 * domain/refund.ts. Refunds made in the provider's dashboard have none. Kept for accounting when the account is erased.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text().primaryKey(),
    paymentId: text('payment_id').notNull(),
    userId: text('user_id').notNull(),
    /** The operator's idempotency key. */
    operationId: text('operation_id').notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    /** The part of it that second receipts had turned from an advance into a payment. */
    settledKopecks: integer('settled_kopecks').notNull().default(0),
    status: text().$type<RefundStatus>().notNull(),
    /** Sent with every attempt; replaced when the provider may have forgotten it. */
    idempotenceKey: text('idempotence_key').notNull(),
    /** The address of the receipt; deleted as soon as the refund is accepted or refused. */
    receiptEmail: text('receipt_email'),
    providerRefundId: text('provider_refund_id'),
    /** The code with which the provider refused the refund. */
    failure: text(),
    createdAt: instant('created_at').notNull(),
    /** When the current key was first sent; null: never. */
    sentAt: instant('sent_at'),
    /** When the provider was last called for the refund itself: after the end, the time at which the end was stored. */
    checkedAt: instant('checked_at'),
    /** Of the refund's receipt, as the provider said last; null: it was not asked yet, or there is none. */
    receiptStatus: text('receipt_status').$type<ReceiptStatus>(),
    /** When the cron continues; null when the refund has ended and its receipt is no longer checked. */
    nextCheckAt: instant('next_check_at')
  },
  (table) => [
    uniqueIndex('refunds_operation').on(table.paymentId, table.operationId),
    uniqueIndex('refunds_provider').on(table.providerRefundId),
    // At most one refund without an outcome per payment: a second one could give the same money back again.
    uniqueIndex('refunds_open')
      .on(table.paymentId)
      .where(sql`${table.status} in ('created', 'pending')`),
    index('refunds_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`)
  ]
)

export type RefundRow = typeof refunds.$inferSelect

/**
 * One row per step that took back a purchase, because money of a credited payment was returned: by an operator or in the provider's
 * dashboard. A trigger writes it when the payment's `refunded_kopecks` grows, which is the sum of all rows, at the moment
 * at which our books learn of it: a closed month never gets another row.
 */
export const moneyReturns = sqliteTable(
  'money_returns',
  {
    /** As the wallet's debit: `debitIdOf`. */
    id: text().primaryKey(),
    paymentId: text('payment_id').notNull(),
    userId: text('user_id').notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    at: instant('at').notNull()
  },
  (table) => [index('money_returns_at').on(table.at, table.id)]
)

/** How far the daily search through the provider's refunds has come. One row per provider. */
export const refundSearches = sqliteTable('refund_searches', {
  provider: text().primaryKey(),
  /** All refunds created before this time have been compared with the payments. */
  comparedUntil: instant('compared_until').notNull(),
  /** The end of the span that is being searched; null between two searches. */
  searchingUntil: instant('searching_until'),
  /** The provider's mark of the next page of this span. */
  cursor: text(),
  /** The creation of the oldest refund of this span that is still pending: the next search begins there. */
  pendingFrom: instant('pending_from'),
  dueAt: instant('due_at').notNull(),
  /** When a search last reached its end. */
  completedAt: instant('completed_at')
})

export type RefundSearchRow = typeof refundSearches.$inferSelect
