// What a notification of the payment provider begins. It is not trusted: it only says which payment to ask about.
import type { z } from 'zod'
import type * as contract from '#contract/payments.ts'
import { claimCheck, scheduleCheck } from '#data/directory/payment-checks.ts'
import { findByProviderId, findPayment, type PaymentRow } from '#data/directory/payments.ts'
import { isRenewal } from '#domain/subscription.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { advancePayment, attachHinted } from './advance-payment.ts'
import { paymentPorts } from './payment-ports.ts'

/** The provider is asked at most this often: anybody can send notifications, and each would otherwise become a request to it. */
const notifiedPauseMs = 10_000
/** How long the provider waits before it sends a notification again that could not be handled. */
const redeliverySeconds = 30

type Notified = z.output<typeof contract.notifyPayment.input>

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.length <= 100 ? value : null)

function orderIdOf({ object: { metadata } }: Notified): string | null {
  return typeof metadata === 'object' && metadata !== null && 'order_id' in metadata ? textOf(metadata.order_id) : null
}

/** The order that a notification may be about. A refund names its payment. */
async function hintedOrder(c: AppContext, notified: Notified): Promise<PaymentRow | undefined> {
  const { object } = notified
  const { directory } = c.var
  const paymentId = textOf(object['payment_id']) ?? object.id
  const known = await findByProviderId(directory, paymentId)
  if (known) return known
  // The response to our call may have been lost; then only our own order id identifies the payment.
  const orderId = orderIdOf(notified)
  const order = orderId === null ? undefined : await findPayment(directory, orderId)
  if (order?.status === 'created') return order
  // A renewal that was cancelled with an unknown outcome seems to have been charged: an operator has to check it.
  if (order && isRenewal(order) && order.status === 'canceled' && order.providerPaymentId === null)
    await raiseAlarm(c.env, order.userId, { event: 'payment-review', paymentId: order.id, mismatch: 'given-up' })
  return undefined
}

/** @throws AppError UNAVAILABLE when the provider does not answer: it then sends the notification again */
async function checkNotified(c: AppContext, row: PaymentRow, { object }: Notified): Promise<void> {
  const ports = paymentPorts(c.env, c.var.environment)
  try {
    const isCharge = isRenewal(row) && object['payment_id'] === undefined
    const known = isCharge ? await attachHinted(ports, row, object.id, Date.now()) : row
    await advancePayment(ports, known, Date.now())
  } catch (error) {
    if (error instanceof ProviderFailure) throw new AppError('UNAVAILABLE', { retryAfter: redeliverySeconds })
    throw error
  }
}

/**
 * For an order that was checked a moment ago: that check may have been too early to see what the notification announces.
 * @throws AppError UNAVAILABLE when only the notification knows the payment's id, so that it must be sent again
 */
async function checkLater(c: AppContext, row: PaymentRow): Promise<void> {
  if (row.providerPaymentId === null && isRenewal(row))
    throw new AppError('UNAVAILABLE', { retryAfter: redeliverySeconds })
  await scheduleCheck(c.var.directory, row.id, notifiedPauseMs)
}

/** @throws AppError UNAVAILABLE when the notification has to be sent again */
export async function takeNotification(c: AppContext, notified: Notified): Promise<void> {
  const row = await hintedOrder(c, notified)
  // The notification is about another product of this shop, or is forged. After an error the provider would send it again for a day.
  if (!row) report('', { event: 'payment-unknown' })
  else if (await claimCheck(c.var.directory, row.id, Date.now(), notifiedPauseMs)) await checkNotified(c, row, notified)
  else await checkLater(c, row)
}
