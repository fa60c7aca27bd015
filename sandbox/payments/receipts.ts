// YooKassa's receipts beside those of a payment and its refunds: here the second one of an advance
// (yookassa.ru/developers/payment-acceptance/receipts/54fz/other-services/basics).
import { isObject, type JsonObject } from '../base/json.ts'
import { decimalOf, kopecksOf, type StoredPayment, type StoredReceipt } from './register.ts'
import { amountComplaint, type Complaint, receiptComplaint } from './rules.ts'
import { page } from './lists.ts'
import { complaintOf, paymentOf, refusal, type Reply, type YookassaCall } from './yookassa.ts'

const SETTLEMENTS = ['cashless', 'prepayment', 'postpayment', 'consideration']

const isoOf = (at: number) => new Date(at).toISOString()
const wrong = (parameter: string, description: string): Complaint => ({ parameter, description })
const fieldOf = (object: unknown, key: string) => (isObject(object) ? object[key] : undefined)

function shownOf({ state }: YookassaCall, receipt: StoredReceipt): JsonObject {
  const { id, paymentId, createdAt, items, settlements } = receipt
  const status = state.payments.register.receiptOf({ ...receipt, status: 'succeeded', endedAt: createdAt })
  return {
    id,
    type: 'payment',
    payment_id: paymentId,
    status,
    ...(status === 'succeeded' ? { fiscal_document_number: '3986', registered_at: isoOf(createdAt) } : {}),
    items,
    settlements
  }
}

/** The receipt that the payment itself made. */
const firstOf = (payment: StoredPayment, { state }: YookassaCall): JsonObject => ({
  id: `rt-${payment.id}`,
  type: 'payment',
  payment_id: payment.id,
  status: state.payments.register.receiptOf(payment),
  items: [],
  settlements: [{ type: 'cashless', amount: { value: payment.value, currency: payment.currency } }]
})

function settlementsComplaint(settlements: unknown, kopecks: number): Complaint | null {
  if (!Array.isArray(settlements) || settlements.length === 0) return wrong('settlements', 'Settlements are missing')
  let sum = 0
  for (const [index, one] of settlements.entries()) {
    const path = `settlements[${index}]`
    if (!SETTLEMENTS.includes(String(fieldOf(one, 'type')))) return wrong(`${path}.type`, 'Illegal settlement type')
    const problem = amountComplaint(fieldOf(one, 'amount'), `${path}.amount`)
    if (problem) return problem
    sum += kopecksOf(String(fieldOf(fieldOf(one, 'amount'), 'value')))
  }
  return sum === kopecks ? null : wrong('settlements', 'Sum of the settlements differs from the items')
}

const sumOf = (items: unknown): number =>
  Array.isArray(items)
    ? items.reduce((sum: number, item) => sum + kopecksOf(String(fieldOf(fieldOf(item, 'amount'), 'value'))), 0)
    : 0

/** The settled advance may never be more than what was paid in advance and not returned. */
function complaintAbout({ state, body }: YookassaCall, payment: StoredPayment): Complaint | null {
  if (body['type'] !== 'payment') return wrong('type', 'The sandbox makes receipts of payments only')
  if (body['send'] !== true) return wrong('send', 'Send must be true')
  const kopecks = sumOf(body['items'])
  const problem = receiptComplaint(body, kopecks) ?? settlementsComplaint(body['settlements'], kopecks)
  if (problem) return problem
  const items = Array.isArray(body['items']) ? body['items'] : []
  if (items.some((item) => fieldOf(item, 'payment_mode') !== 'full_payment'))
    return wrong('items.payment_mode', 'An advance is settled by a full payment')
  if (!payment.isAdvance) return wrong('payment_id', 'The payment was no advance')
  const left = kopecksOf(payment.value) - payment.refundedKopecks + payment.returnedSettledKopecks
  const settled = state.payments.register.settledKopecks(payment.id)
  return settled + kopecks > left ? wrong('items', 'Sum of the receipts is greater than the advance') : null
}

export function createReceipt(call: YookassaCall): Reply {
  const { state, body } = call
  const payment = paymentOf(call, String(body['payment_id']))
  if (payment?.status !== 'succeeded') return refusal(400, 'Payment does not exist or is not paid', 'payment_id')
  const complaint = complaintAbout(call, payment)
  if (complaint) return complaintOf(complaint)
  const receipt = state.payments.register.addReceipt({
    paymentId: payment.id,
    value: decimalOf(sumOf(body['items'])),
    items: body['items'] as JsonObject[],
    settlements: body['settlements'] as JsonObject[]
  })
  return { status: 200, body: shownOf(call, receipt) }
}

export function readReceipt(call: YookassaCall): Reply {
  const receipt = call.state.payments.register.receipts.get(call.c.req.param('id') ?? '')
  return receipt && paymentOf(call, receipt.paymentId)
    ? { status: 200, body: shownOf(call, receipt) }
    : refusal(404, 'Receipt does not exist')
}

/** Of one payment: its own, and those that were sent for it. */
export function listReceipts(call: YookassaCall): Reply {
  const payment = paymentOf(call, call.c.req.query('payment_id') ?? '')
  if (!payment) return refusal(400, 'Illegal payment id', 'payment_id')
  const { register } = call.state.payments
  const sent = [...register.receipts.values()].filter(({ paymentId }) => paymentId === payment.id)
  const all = [
    ...(payment.hasReceipt ? [{ createdAt: payment.createdAt, shown: firstOf(payment, call) }] : []),
    ...sent.map((receipt) => ({ createdAt: receipt.createdAt, shown: shownOf(call, receipt) }))
  ].map(({ createdAt, shown }) => ({ id: String(shown['id']), status: String(shown['status']), createdAt, shown }))
  return page(call, all, ({ shown }) => shown)
}
