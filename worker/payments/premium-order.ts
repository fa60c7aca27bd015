// How a payment for Premium is paid: the first saves the payer's method, a renewal charges the saved one.
import type { Directory } from '#data/base/database.ts'
import type { PaymentRow } from '#data/directory/payments.ts'
import { chargeableOwner } from '#data/directory/subscription-payments.ts'
import { findSubscription } from '#data/directory/subscriptions.ts'
import { isRenewal, renewalOperationOf, renewsAt } from '#domain/subscription.ts'
import type { PaymentOrder } from '#providers/payment/payment-provider.ts'

/**
 * Read right before the call, so that a detached card, a cancelled plan or an account to be erased is not charged.
 * @returns null when the payment must not be made
 */
export async function premiumPaymentMethod(
  directory: Directory,
  row: PaymentRow
): Promise<Pick<PaymentOrder, 'savesMethod' | 'methodId'> | null> {
  if (!isRenewal(row)) return { savesMethod: !row.savingRefused }
  const [subscription, owner] = await Promise.all([
    findSubscription(directory, row.userId),
    chargeableOwner(directory, row.userId)
  ])
  if (!subscription || !owner || row.receiptEmail === null) return null
  const isDue = renewsAt(subscription) !== null && renewalOperationOf(subscription) === row.operationId
  return isDue && subscription.methodId !== null ? { methodId: subscription.methodId } : null
}
