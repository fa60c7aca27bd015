import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Milliseconds since the epoch. */
const instant = (name: string) => integer(name)

/**
 * created: the row is stored, the provider may or may not know the receipt. pending: it knows it. canceled: it will not be registered.
 * refused: the provider did not take it.
 */
export type SecondReceiptStatus = 'created' | 'pending' | 'succeeded' | 'canceled' | 'refused'

/**
 * One row per second receipt of a purchase that was sold as an advance, inserted before the provider is called (domain/advance.ts). Kept
 * for accounting when the account is erased.
 */
export const secondReceipts = sqliteTable(
  'second_receipts',
  {
    id: text().primaryKey(),
    paymentId: text('payment_id').notNull(),
    userId: text('user_id').notNull(),
    /** The place among the receipts of the payment: two runs at once make one. */
    number: integer().notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    status: text().$type<SecondReceiptStatus>().notNull(),
    /** Sent with every attempt; replaced when the provider may have forgotten it. */
    idempotenceKey: text('idempotence_key').notNull(),
    /** What may change between two attempts, as it was first sent: a key belongs to one body. The address is deleted at the end. */
    receiptEmail: text('receipt_email'),
    vatCode: integer('vat_code'),
    paymentSubject: text('payment_subject'),
    providerReceiptId: text('provider_receipt_id'),
    /** The code with which the provider refused it. */
    failure: text(),
    createdAt: instant('created_at').notNull(),
    /** When the current key was first sent; null: never. */
    sentAt: instant('sent_at'),
    endedAt: instant('ended_at')
  },
  (table) => [
    uniqueIndex('second_receipts_number').on(table.paymentId, table.number),
    uniqueIndex('second_receipts_provider').on(table.providerReceiptId),
    // At most one without an outcome per payment.
    uniqueIndex('second_receipts_open')
      .on(table.paymentId)
      .where(sql`${table.status} in ('created', 'pending')`)
  ]
)

export type SecondReceiptRow = typeof secondReceipts.$inferSelect
