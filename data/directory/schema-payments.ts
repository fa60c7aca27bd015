import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ReviewDecision } from '#contract/operator/money/payments.ts'
import type { PaymentStatus } from '#domain/payment.ts'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/**
 * One row per purchase, inserted before the provider is called; its states are those of domain/payment.ts. What was
 * sold is stored as a snapshot, so later price changes do not affect it. Kept for accounting when the account is
 * erased.
 */
export const payments = sqliteTable(
  'payments',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    /** The client's idempotency key. */
    operationId: text('operation_id').notNull(),
    packageId: text('package_id').notNull(),
    /** Tokens without the bonus. */
    tokens: integer().notNull(),
    bonusTokens: integer('bonus_tokens').notNull(),
    totalTokens: integer('total_tokens').notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    currency: text().notNull(),
    status: text().$type<PaymentStatus>().notNull(),
    /** Sent with every attempt to create the payment at the provider. */
    idempotenceKey: text('idempotence_key').notNull(),
    /** The provider refused to save the payer's method, so the payment is made without saving it, under another key. */
    savingRefused: integer('saving_refused', { mode: 'boolean' }).notNull().default(false),
    /** The address of the receipt; deleted as soon as the provider has it. Of an erased account whose last second receipt is not made: of that. */
    receiptEmail: text('receipt_email'),
    /** The provider's id of the payment; null until it has confirmed it. */
    providerPaymentId: text('provider_payment_id'),
    confirmationToken: text('confirmation_token'),
    cancellationReason: text('cancellation_reason'),
    /** Why the payment is in review. */
    mismatch: text(),
    /** The operator's decision, stored before it is carried out: no other decision is possible then. */
    reviewDecision: text('review_decision').$type<ReviewDecision>(),
    receiptStatus: text('receipt_status', { enum: ['pending', 'succeeded', 'canceled'] }),
    /** Sold as an advance: second receipts are made when it is spent (domain/advance.ts). */
    isAdvance: integer('is_advance', { mode: 'boolean' }).notNull().default(false),
    /** When second receipts are looked after next; null when none is left to make. */
    advanceDueAt: instant('advance_due_at'),
    /** What the wallet had used when the receipts were last looked after: with no more, nothing new is earned. */
    advanceUsedTokens: integer('advance_used_tokens'),
    /** The rate of tax of the first receipt; null: sold before it was kept. */
    vatCode: integer('vat_code'),
    /** When the owner's account was erased while second receipts were left to make. */
    erasedAt: instant('erased_at'),
    /** Refunded money whose tokens have been taken back. */
    refundedKopecks: integer('refunded_kopecks').notNull().default(0),
    /** A step is taking tokens back up to this amount; the wallet may or may not have done it yet. */
    refundingKopecks: integer('refunding_kopecks'),
    refundedTokens: integer('refunded_tokens').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    completedAt: instant('completed_at'),
    creditedAt: instant('credited_at'),
    /** When the provider was last asked, or is being asked. */
    checkedAt: instant('checked_at'),
    /** When the provider is asked next; null when nothing is left to ask. */
    nextCheckAt: instant('next_check_at')
  },
  (table) => [
    uniqueIndex('payments_operation').on(table.userId, table.operationId),
    uniqueIndex('payments_provider').on(table.providerPaymentId),
    // At most one open payment for Premium per user: two at once would pay two months.
    uniqueIndex('payments_open_premium')
      .on(table.userId)
      .where(sql`${table.packageId} = 'premium' and ${table.status} in ('created', 'pending')`),
    index('payments_recent').on(table.userId, table.createdAt, table.id),
    index('payments_created').on(table.createdAt, table.id),
    index('payments_in_review')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'review'`),
    index('payments_receipt_pending')
      .on(table.createdAt, table.id)
      .where(sql`${table.receiptStatus} = 'pending'`),
    index('payments_receipt_canceled')
      .on(table.createdAt, table.id)
      .where(sql`${table.receiptStatus} = 'canceled'`),
    index('payments_credited')
      .on(table.creditedAt)
      .where(sql`${table.creditedAt} is not null`),
    index('payments_advance_due')
      .on(table.advanceDueAt)
      .where(sql`${table.advanceDueAt} is not null`),
    index('payments_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`)
  ]
)

export type PaymentRow = typeof payments.$inferSelect
