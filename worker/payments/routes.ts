import type { Hono } from 'hono'
import * as contract from '#contract/payments.ts'
import { paymentView, statusOf, tokenOf } from '#data/directory/payment-view.ts'
import { claimCheck } from '#data/directory/payment-checks.ts'
import { findUserPayment, pageOfPayments, type PaymentRow } from '#data/directory/payments.ts'
import { rubOf } from '#domain/money.ts'
import { creditIdOf } from '#domain/payment.ts'
import { isInNetworks, networksOf } from '#domain/network-list.ts'
import { report } from '#notices/report.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { advancePayment } from './advance-payment.ts'
import { paymentPorts } from './payment-ports.ts'
import { startPurchase } from './purchase.ts'
import { takeNotification } from './take-notification.ts'
import { clientAddress } from '../http/client-address.ts'
import { limitNotifications, limitPurchases } from '../http/limit.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { serve } from '../http/serve.ts'

/** The provider is asked about one payment at most this often, however often the return page asks. */
const askPauseMs = 1000

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
  serve(app, contract.startPurchase, async (offer, c) => {
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

  serve(app, contract.confirmPayment, async ({ id }, c) => {
    const row = await askedAbout(c, await ownPayment(c, id))
    const user = userOf(c.env, row.userId)
    const [{ availableTokens }, credit] = await Promise.all([user.view(), user.operation(creditIdOf(row.id))])
    const balanceAfter = credit?.steps[0]?.availableAfter ?? null
    return { ...paymentView(row, Date.now()), new_balance: availableTokens, balance_after: balanceAfter }
  })

  serve(app, contract.listPayments, async (page, c) => {
    const { rows, hasMore } = await pageOfPayments(c.var.directory, c.var.caller.userId, page)
    return { payments: rows.map((row) => paymentView(row, Date.now())), hasMore }
  })

  serve(app, contract.readPayment, async ({ id }, c) => ({
    payment: paymentView(await ownPayment(c, id), Date.now()),
    widget_url: c.var.environment.YOOKASSA_WIDGET_URL
  }))
}

export function mountPayments(app: Hono<HonoEnv>) {
  mountPurchases(app)

  serve(app, contract.notifyPayment, async (notified, c) => {
    const { YOOKASSA_NOTIFICATION_NETWORKS: list } = c.var.environment
    const networks = list === undefined ? null : networksOf(list)
    if (networks && !isInNetworks(networks, clientAddress(c))) {
      report('', { event: 'payment-notification-refused' })
      throw new AppError('FORBIDDEN_ORIGIN')
    }
    await limitNotifications(c)
    await takeNotification(c, notified)
    return {}
  })
}
