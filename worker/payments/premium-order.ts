// What a payment for Premium asks of the provider: to save the payer's method, or to charge the one that is saved.
import type { Database } from '#data/database.ts'
import type { PaymentRow } from '#data/payments.ts'
import { chargeableOwner } from '#data/subscription-payments.ts'
import { findSubscription } from '#data/subscriptions.ts'
import { isRenewal, renewalOperationOf, renewsAt } from '#domain/subscription.ts'
import type { PaymentOrder } from '#providers/payment/payment-provider.ts'

/**
 * Read right before the call: a card that was detached, a plan that was cancelled and an account that is to be erased are
 * not charged any more.
 * @returns null when the payment must not be made
 */
export async function premiumMeansOf(
  database: Database,
  row: PaymentRow
): Promise<Pick<PaymentOrder, 'savesMethod' | 'methodId'> | null> {
  if (!isRenewal(row)) return { savesMethod: true }
  const [subscription, owner] = await Promise.all([
    findSubscription(database, row.userId),
    chargeableOwner(database, row.userId)
  ])
  if (!subscription || !owner || row.receiptEmail === null) return null
  const isDue = renewsAt(subscription) !== null && renewalOperationOf(subscription) === row.operationId
  return isDue && subscription.methodId !== null ? { methodId: subscription.methodId } : null
}
