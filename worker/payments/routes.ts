import type { Hono } from 'hono'
import type { z } from 'zod'
import * as contract from '#contract/payments.ts'
import { paymentView, statusOf, tokenOf } from '#data/directory/payment-view.ts'
import { claimCheck, scheduleCheck } from '#data/directory/payment-checks.ts'
import {
  findByProviderId,
  findPayment,
  findUserPayment,
  pageOfPayments,
  type PaymentRow
} from '#data/directory/payments.ts'
import { rubOf } from '#domain/money.ts'
import { creditIdOf } from '#domain/payment.ts'
import { isInNetworks, networksOf } from '#domain/network-list.ts'
import { isRenewal } from '#domain/subscription.ts'
import { raiseAlarm } from '#durable-objects/raise-alarm.ts'
import { report } from '#notices/report.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { advancePayment, attachHinted } from './advance-payment.ts'
import { paymentPorts } from './payment-ports.ts'
import { startPurchase } from './purchase.ts'
import { clientAddress } from '../http/client-address.ts'
import { limitNotifications, limitPurchases } from '../http/limit.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { serve } from '../http/serve.ts'

/** The provider is asked about one payment at most this often, however often the return page asks. */
const askPauseMs = 1000
/** The same for notifications: anybody can send them, and each would otherwise become a request to the provider. */
const notifiedPauseMs = 10_000
/** How long the provider waits before it sends a notification again that could not be handled. */
const redeliverySeconds = 30

/** @throws AppError NOT_FOUND for an unknown payment and for another user's */
async function ownPayment(c: AppContext, id: string): Promise<PaymentRow> {
  const row = await findUserPayment(c.var.directory, c.var.caller.userId, id)
  if (!row) throw new AppError('NOT_FOUND', { text: 'ID платежа не найден' })
  return row
}

/** Asks the provider about an open payment. If it does not answer, the user sees the last known state, no error. */
async function askedAbout(c: AppContext, row: PaymentRow): Promise<PaymentRow> {
  const isOpen = row.status === 'created' || row.status === 'pending'
  if (!isOpen || !(await claimCheck(c.var.directory, row.id, Date.now(), askPauseMs))) return row
  try {
    return await advancePayment(paymentPorts(c.env, c.var.environment), row, Date.now())
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    report(row.userId, { event: 'payment-check-failed', paymentId: row.id, failure: error.message })
    return row
  }
}

function mountPurchases(app: Hono<HonoEnv>) {
  serve(
    app,
    contract.startPurchase
  )(async (offer, c) => {
    const operationId = operationIdOf(c)
    await limitPurchases(c)
    const row = await startPurchase(offer, operationId, c)
    return {
      id: row.id,
      confirmation_token: tokenOf(row, Date.now()),
      amount: rubOf(row.amountKopecks),
      status: statusOf(row),
      widget_url: c.var.environment.YOOKASSA_WIDGET_URL
    }
  })

  serve(
    app,
    contract.confirmPayment
  )(async ({ id }, c) => {
    const row = await askedAbout(c, await ownPayment(c, id))
    const user = userOf(c.env, row.userId)
    const [{ availableTokens }, credit] = await Promise.all([user.view(), user.operation(creditIdOf(row.id))])
    const balanceAfter = credit?.steps[0]?.availableAfter ?? null
    return { ...paymentView(row, Date.now()), new_balance: availableTokens, balance_after: balanceAfter }
  })

  serve(
    app,
    contract.listPayments
  )(async (page, c) => {
    const { rows, hasMore } = await pageOfPayments(c.var.directory, c.var.caller.userId, page)
    return { payments: rows.map((row) => paymentView(row, Date.now())), hasMore }
  })

  serve(
    app,
    contract.readPayment
  )(async ({ id }, c) => ({
    payment: paymentView(await ownPayment(c, id), Date.now()),
    widget_url: c.var.environment.YOOKASSA_WIDGET_URL
  }))
}

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
  // A renewal that was cancelled with an unknown outcome seems to have been charged: an operator has to look.
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
 * For an order that was checked a moment ago: that check may have been too early to see what is announced.
 * @throws AppError UNAVAILABLE when only the notification knows the payment's id, so that it must be sent again
 */
async function checkLater(c: AppContext, row: PaymentRow): Promise<void> {
  if (row.providerPaymentId === null && isRenewal(row))
    throw new AppError('UNAVAILABLE', { retryAfter: redeliverySeconds })
  await scheduleCheck(c.var.directory, row.id, notifiedPauseMs)
}

export function mountPayments(app: Hono<HonoEnv>) {
  mountPurchases(app)

  serve(
    app,
    contract.notifyPayment
  )(async (notified, c) => {
    const { YOOKASSA_NOTIFICATION_NETWORKS: list } = c.var.environment
    const networks = list === undefined ? null : networksOf(list)
    if (networks && !isInNetworks(networks, clientAddress(c))) {
      report('', { event: 'payment-notification-refused' })
      throw new AppError('FORBIDDEN_ORIGIN')
    }
    await limitNotifications(c)
    const row = await hintedOrder(c, notified)
    // Of another product of this shop, or forged. After an error the provider would send it again for a day.
    if (!row) report('', { event: 'payment-unknown' })
    else if (await claimCheck(c.var.directory, row.id, Date.now(), notifiedPauseMs))
      await checkNotified(c, row, notified)
    else await checkLater(c, row)
    return {}
  })
}
