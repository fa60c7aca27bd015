import { listEverything, objectOf, serveCommand } from './commands.ts'
import { allowAnySite, formPage, servePay } from './form.ts'
import { listPayments, listRefunds } from './lists.ts'
import { createReceipt, listReceipts, readReceipt } from './receipts.ts'
import { WIDGET_SCRIPT } from './widget.ts'
import { controlsOf, createPayment, createRefund, readPayment, readRefund, serveYookassa } from './yookassa.ts'
import type { Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { PaymentState } from './desk.ts'

const BASE = '/yookassa/v3'

/** Mounts YooKassa's API, its widget, and the commands that act as its payers. */
export function mountPayments(app: Hono<SandboxEnvironment>, state: PaymentState): void {
  const { register, notifier } = state.payments
  register.onEvent = (event, id) =>
    notifier.notify(event, () => objectOf(state, id), controlsOf(state, id).notifications)

  const creating = ['payment-down', 'payment-lost', 'payment-silence', 'payment-limit', 'payment-rejected'] as const
  app.post(`${BASE}/payments`, serveYookassa(state, creating, createPayment))
  app.get(`${BASE}/payments`, serveYookassa(state, ['check-down'], listPayments))
  app.get(`${BASE}/payments/:id`, serveYookassa(state, ['check-down'], readPayment))
  app.post(`${BASE}/refunds`, serveYookassa(state, ['refund-lost', 'refund-pending'], createRefund))
  app.get(`${BASE}/refunds`, serveYookassa(state, ['check-down'], listRefunds))
  app.post(
    `${BASE}/receipts`,
    serveYookassa(state, ['receipt-down', 'receipt-lost', 'receipt-rejected'], createReceipt)
  )
  app.get(`${BASE}/receipts`, serveYookassa(state, ['check-down'], listReceipts))
  app.get(`${BASE}/receipts/:id`, serveYookassa(state, ['check-down'], readReceipt))
  app.get(`${BASE}/refunds/:id`, serveYookassa(state, [], readRefund))

  app.get('/checkout-widget/v1/checkout-widget.js', (c) =>
    c.body(WIDGET_SCRIPT, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin'
    })
  )
  app.get('/checkout-widget/v1/form', (c) => formPage(c, state))
  app.options('/pay.json', allowAnySite)
  app.post('/pay.json', servePay(state))
  app.get('/payments.json', (c) => c.json(listEverything(state)))
  app.post('/payments.json', serveCommand(state))
}
