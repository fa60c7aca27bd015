// Starts a purchase: the order is stored first, and only then is the provider asked for its payment.
import type { Offer } from '#contract/catalogue/packages.ts'
import { currency } from '#contract/catalogue/packages.ts'
import { insertPayment, storeCheck, type NewPayment, type PaymentRow } from '#data/directory/payments.ts'
import { advanceOf } from '#domain/advance-sale.ts'
import { kopecksIn } from '#domain/money.ts'
import { nextCheckAt } from '#domain/payment.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { callerAccount } from '../http/session.ts'
import { beginPayment } from './advance-payment.ts'
import { paymentPorts } from './payment-ports.ts'

/** How long a client waits before it repeats the request with the same key. */
const retryAfterSeconds = 5

function newPayment(offer: Offer, operationId: string, c: AppContext): NewPayment {
  const { id: userId, email } = callerAccount(c)
  const now = Date.now()
  return {
    id: crypto.randomUUID(),
    userId,
    operationId,
    packageId: offer.packageId,
    tokens: offer.tokens,
    bonusTokens: offer.bonusTokens,
    totalTokens: offer.totalTokens,
    amountKopecks: kopecksIn(offer.amountRub),
    currency,
    idempotenceKey: crypto.randomUUID(),
    receiptEmail: email,
    createdAt: now,
    nextCheckAt: nextCheckAt(now, now),
    ...advanceOf(c.var.environment, now)
  }
}

/** A repeated operation id must name the same package; the price stays the one at which the order began. */
const isSameOffer = ({ packageId, totalTokens }: PaymentRow, offer: Offer) =>
  packageId === offer.packageId && totalTokens === offer.totalTokens

/**
 * Begins a purchase, only once for one operation id.
 * @throws AppError IDEMPOTENCY_MISMATCH, PAYMENT_DELAYED when the provider does not answer, PAYMENT_FAILED when it
 * refuses
 */
export async function startPurchase(offer: Offer, operationId: string, c: AppContext): Promise<PaymentRow> {
  const { row, isNew } = await insertPayment(c.var.directory, newPayment(offer, operationId, c))
  if (!isNew && !isSameOffer(row, offer)) throw new AppError('IDEMPOTENCY_MISMATCH')
  return beginOrder(row, c)
}

/**
 * Has the provider create the payment of an order.
 * @throws AppError PAYMENT_DELAYED when it does not answer, PAYMENT_FAILED when it refuses
 */
export async function beginOrder(row: PaymentRow, c: AppContext): Promise<PaymentRow> {
  try {
    const begun = await beginPayment(paymentPorts(c.env, c.var.environment), row, Date.now())
    if (begun.status === 'canceled' && begun.providerPaymentId === null)
      throw new AppError('PAYMENT_FAILED', { data: { id: row.id } })
    return begun
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const now = Date.now()
    await storeCheck(c.var.directory, row, { nextCheckAt: nextCheckAt(row.createdAt, now), now })
    throw new AppError('PAYMENT_DELAYED', { data: { id: row.id }, retryAfter: retryAfterSeconds })
  }
}
