// A payment as operators see it, and as their record has it.
import type { ReviewedPayment } from '#contract/operator/money/payments.ts'
import { excessRefund } from '#contract/wallet-freezing.ts'
import type { PaymentRow } from '#data/directory/payments.ts'
import { isTakingBack } from '#domain/payment.ts'
import { userOf } from '#durable-objects/stubs.ts'

export const paymentView = (row: PaymentRow): ReviewedPayment => ({
  id: row.id,
  user_id: row.userId,
  status: row.status,
  mismatch: row.mismatch,
  decision: row.reviewDecision,
  package_id: row.packageId,
  total_tokens: row.totalTokens,
  amount_kopecks: row.amountKopecks,
  refunded_kopecks: row.refundedKopecks,
  taking_back: isTakingBack(row),
  currency: row.currency,
  provider_payment_id: row.providerPaymentId,
  receipt_status: row.receiptStatus,
  created_at: row.createdAt
})

/** Whether the tokens of returned money are still to be taken because the wallet has not so many, and is frozen. */
export const isFrozenByRefund = async (env: Env, row: PaymentRow): Promise<boolean> =>
  isTakingBack(row) && (await userOf(env, row.userId).inspect(false)).frozenBecause === excessRefund

/** The state of the payment and the tokens of its user. */
export async function moneyFacts(env: Env, { userId, status, amountKopecks, refundedKopecks }: PaymentRow) {
  const { account } = await userOf(env, userId).audit()
  const { availableTokens: tokens, debtTokens } = account
  return { status, amountKopecks, refundedKopecks, tokens, debtTokens }
}
