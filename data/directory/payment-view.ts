import type { Payment, PaymentStatus } from '#contract/payments.ts'
import { rubOf } from '#domain/money.ts'
import { payableMs } from '#domain/payment.ts'
import type { PaymentRow } from './schema-payments.ts'

const statuses: Record<PaymentRow['status'], PaymentStatus> = {
  created: 'pending',
  pending: 'pending',
  succeeded: 'completed',
  canceled: 'cancelled',
  refunded: 'refunded',
  review: 'review'
}

const receipts = { pending: 'pending', succeeded: 'sent', canceled: 'failed' } as const

export const statusOf = (row: PaymentRow): PaymentStatus => statuses[row.status]

/** The token for the payment widget, while the provider still accepts it. */
export const tokenOf = ({ status, confirmationToken, createdAt }: PaymentRow, now: number): string | null =>
  status === 'pending' && now - createdAt < payableMs ? confirmationToken : null

/** A purchase as shown to its buyer. All prices of the catalogue are whole roubles. */
export const paymentView = (row: PaymentRow, now: number): Payment => ({
  id: row.id,
  tokens_amount: row.totalTokens,
  amount_rub: rubOf(row.amountKopecks),
  package_id: row.packageId,
  status: statusOf(row),
  created_at: row.createdAt,
  completed_at: row.completedAt,
  confirmation_token: tokenOf(row, now),
  decline_reason: row.cancellationReason,
  receipt: row.receiptStatus && receipts[row.receiptStatus],
  refunded_rub: rubOf(row.refundedKopecks),
  refunded_tokens: row.refundedTokens
})
