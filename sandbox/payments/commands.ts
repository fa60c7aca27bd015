// Commands for a developer or a test: list payments, forge notifications, change what YooKassa knows.
import { isObject, parseJson, type JsonObject } from '../base/json.ts'
import { decimalOf, kopecksOf, type StoredPayment } from './register.ts'
import { paymentObject, refundObject } from './wire.ts'
import type { Context } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { PaymentState } from './desk.ts'

/** The object of a notification about a payment or a refund, as it is now. */
export function objectOf(state: PaymentState, id: string): JsonObject {
  const { register } = state.payments
  const refund = register.refunds.get(id)
  const payment = register.find(refund?.paymentId ?? id)
  if (!payment) throw new Error('The notification names an unknown payment')
  return refund ? refundObject(register, refund, payment) : paymentObject(register, payment)
}

/** All that YooKassa knows, newest first. */
export const listEverything = (state: PaymentState) => {
  const { register, notifier } = state.payments
  return {
    payments: [...register.payments.keys()].toReversed().map((id) => objectOf(state, id)),
    receipts: [...register.receipts.values()].toReversed(),
    refunds: [...register.refunds.keys()].toReversed().map((id) => objectOf(state, id)),
    notifications: notifier.list.toReversed()
  }
}

/** Payment fields that the `change` action may set to values that the shop did not ask for. */
function change(payment: StoredPayment, { amount, currency, metadata, test, shop }: JsonObject) {
  if (typeof amount === 'string') payment.value = decimalOf(kopecksOf(amount))
  if (typeof currency === 'string') payment.currency = currency
  if (isObject(metadata)) Object.assign(payment.metadata, metadata)
  if (typeof test === 'boolean') payment.test = test
  if (typeof shop === 'string') payment.shopId = shop
}

/** Sets what the register says of the receipt of a payment or a refund; null: the truth. */
function changeReceipt(of: Pick<StoredPayment, 'receipt'>, { receipt }: JsonObject) {
  if (receipt === 'canceled' || receipt === 'pending' || receipt === null) of.receipt = receipt
}

/** Changes the method that a payment saved: its charges are declined with this reason, or it is forgotten. */
function changeMethod(payment: StoredPayment, { decline, forgotten }: JsonObject) {
  if (typeof decline === 'string' || decline === null) payment.methodDecline = decline
  if (typeof forgotten === 'boolean') payment.methodForgotten = forgotten
}

/**
 * `POST /payments.json`. `{ action: "notify", id }` sends a notification now, with `event` and `object` as given: a
 * forged one. `{ action: "expire", id }` lets the hour pass. `{ action: "change", id, … }` alters the payment.
 * `{ action: "method", id, decline, forgotten }` alters the method that it saved. `{ action: "refund", id, status, receipt }` ends
 * a pending refund with this status, or alters the receipt of one. `{ action: "receipt", id, receipt }` alters a second receipt. `{ action: "forget-keys" }` forgets all idempotence keys, as YooKassa does after a day.
 */
export function serveCommand(state: PaymentState) {
  return async (c: Context<SandboxEnvironment>): Promise<Response> => {
    const command = parseJson(await c.req.text())
    if (!isObject(command)) return c.json({ error: 'Нужен JSON-объект.' }, 400)
    const { register, notifier } = state.payments
    const id = String(command['id'])
    const payment = register.find(id)
    if (command['action'] === 'forget-keys') {
      state.payments.keys.clear()
      return c.json({})
    }
    if (command['action'] === 'refund') {
      const refund = register.refunds.get(id)
      if (!refund) return c.json({ error: 'Такого возврата нет.' }, 404)
      const { status } = command
      if (status === 'canceled' || status === 'succeeded') register.endRefund(refund, status)
      changeReceipt(refund, command)
      return c.json(objectOf(state, id))
    }
    if (command['action'] === 'receipt') {
      const receipt = register.receipts.get(id)
      if (!receipt) return c.json({ error: 'Такого чека нет.' }, 404)
      changeReceipt(receipt, command)
      return c.json({})
    }
    if (command['action'] === 'notify') {
      const object = isObject(command['object']) ? command['object'] : payment && objectOf(state, id)
      if (!object) return c.json({ error: 'Такого платежа нет: задайте object.' }, 404)
      return c.json({ answer: await notifier.send(String(command['event'] ?? 'payment.succeeded'), object) })
    }
    if (!payment) return c.json({ error: 'Такого платежа нет.' }, 404)
    switch (command['action']) {
      case 'expire':
        if (payment.status === 'pending')
          register.cancel(payment, { party: 'yoo_money', reason: 'expired_on_confirmation' })
        break
      case 'change':
        change(payment, command)
        changeReceipt(payment, command)
        break
      case 'method':
        changeMethod(payment, command)
        break
      default:
        return c.json({ error: 'action: notify, expire, change, method, refund, receipt или forget-keys.' }, 400)
    }
    return c.json(objectOf(state, id))
  }
}
