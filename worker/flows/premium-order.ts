// What a payment for Premium asks of the provider: to save the payer's method, or to charge the one that is saved.
import type { Database } from '#data/database.ts'
import type { PaymentRow } from '#data/payments.ts'
import { chargeableOwner } from '#data/subscription-payments.ts'
import { findSubscription } from '#data/subscriptions.ts'
import { isRenewal, renewalOperationOf, renewsAt } from '#domain/subscription.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { PaymentOrder, PaymentProvider, ProviderPayment } from '#providers/payment-provider.ts'

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

/** Of the payment that is made where the shop may not save methods: other words need another key. */
const keyWithoutSaving = (key: string) => `${key}-once`

/**
 * YooKassa saves methods for shops to which it has granted that, and refuses the request of any other with 403
 * (yookassa.ru/developers/payment-acceptance/scenario-extensions/recurring-payments). Premium is sold there as well; it
 * just ends after its month.
 * @throws ProviderFailure
 */
export async function createSaving(
  provider: Pick<PaymentProvider, 'create'>,
  order: PaymentOrder
): Promise<ProviderPayment> {
  try {
    return await provider.create(order)
  } catch (error) {
    if (!order.savesMethod || !(error instanceof ProviderFailure) || error.status !== 403) throw error
    const { savesMethod: _, ...plain } = order
    return provider.create({ ...plain, idempotenceKey: keyWithoutSaving(order.idempotenceKey) })
  }
}
