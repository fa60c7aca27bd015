// YooKassa's API v3: payments and refunds.
import { createPace, rejectWhenAborted } from '../base/clock.ts'
import { takeFault, type CallControls } from '../base/controls.ts'
import { isObject, parseJson, type JsonObject } from '../base/json.ts'
import { kopecksOf, decimalOf, type StoredPayment } from './register.ts'
import { amountComplaint, paymentComplaint, receiptComplaint, type Complaint } from './rules.ts'
import { paymentObject, refundObject } from './wire.ts'
import type { Call } from '../base/calls.ts'
import type { Context } from 'hono'
import type { PaymentFault } from '../base/payment-faults.ts'
import type { SandboxEnvironment } from '../base/state.ts'
import type { PaymentState } from './desk.ts'

const LATENCY_MS = 200
const KEY_LIFE_MS = 24 * 60 * 60 * 1000

export interface Reply {
  status: number
  body: unknown
}

export interface YookassaCall {
  state: PaymentState
  shopId: string
  c: Context<SandboxEnvironment>
  body: JsonObject
  call: Call
  /** The switches that apply to the paying user. */
  controls: CallControls
  fault: PaymentFault | null
}

const errorCodes: Record<number, string> = {
  400: 'invalid_request',
  401: 'invalid_credentials',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
  500: 'internal_server_error'
}

export const refusal = (status: number, description: string, parameter?: string): Reply => ({
  status,
  body: {
    type: 'error',
    id: crypto.randomUUID(),
    code: errorCodes[status],
    description,
    ...(parameter === undefined ? {} : { parameter })
  }
})

export const complaintOf = ({ description, parameter }: Complaint) => refusal(400, description, parameter)

/** `Basic shop:key`. Null for a key that is missing or contains `invalid`. */
function shopOf(header: string | undefined): string | null {
  const encoded = /^Basic (.+)$/i.exec(header ?? '')?.[1] ?? ''
  const [shopId = '', key = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return shopId === '' || key === '' || key.includes('invalid') ? null : shopId
}

/**
 * The switches for the paying user, whose id the shop puts into the payment's metadata.
 * @param id of a payment or a refund
 * @param order the body of a call that creates a payment
 */
export function controlsOf(state: PaymentState, id: unknown, order: JsonObject = {}): CallControls {
  const { payments, refunds } = state.payments.register
  const payment = payments.get(refunds.get(String(id))?.paymentId ?? String(id))
  const metadata = payment?.metadata ?? order['metadata']
  const userId = isObject(metadata) ? metadata['user_id'] : undefined
  return state.scopes.of(typeof userId === 'string' ? [userId] : [])
}

/** Makes a route handler: authenticates the shop, adds latency and, for a POST, repeats the answer to a known key. */
export function serveYookassa(
  state: PaymentState,
  /** The faults that this call can get. */
  faults: readonly PaymentFault[],
  handle: (call: YookassaCall) => Reply
) {
  return async (c: Context<SandboxEnvironment>): Promise<Response> => {
    const call = state.calls.begin('yookassa', c.req.path, state.clock.now())
    const finish = ({ status, body }: Reply) => {
      Object.assign(call, { status, outcome: status < 300 ? 'completed' : 'error' })
      return Response.json(body, { status })
    }
    const shopId = shopOf(c.req.header('authorization'))
    if (shopId === null) return finish(refusal(401, 'Error in shopId or secret key. Check their validity.'))
    const parsed = c.req.method === 'POST' ? parseJson(await c.req.text()) : {}
    call.body = parsed ?? null
    if (!isObject(parsed)) return finish(refusal(400, 'Request body is not JSON'))
    const controls = controlsOf(state, c.req.param('id') ?? parsed['payment_id'], parsed)
    const fault = takeFault(controls, 'paymentFault', faults)
    call.fault = fault
    try {
      await createPace(state.clock, () => state.controls.speed, c.req.raw.signal).wait(LATENCY_MS)
      const early = fault && earlyRefusals[fault]
      if (early) return finish(refusal(...early))
      const reply = once({ state, shopId, c, body: parsed, call, controls, fault }, handle)
      if (fault === 'payment-silence') await rejectWhenAborted(c.req.raw.signal)
      const isLost = fault === 'payment-lost' || fault === 'refund-lost' || fault === 'receipt-lost'
      return finish(isLost ? refusal(500, 'Internal server error') : reply)
    } catch (error) {
      if (!c.req.raw.signal.aborted) throw error
      call.outcome = 'aborted'
      return new Response(null, { status: 499 })
    }
  }
}

/** The other faults act while the payment or the refund is made, or after. */
const earlyRefusals: Partial<Record<PaymentFault, readonly [status: number, description: string]>> = {
  'payment-down': [500, 'Internal server error'],
  'check-down': [500, 'Internal server error'],
  'payment-limit': [429, 'Too many requests'],
  'receipt-down': [500, 'Internal server error'],
  'receipt-rejected': [400, 'Shop is not allowed to make receipts'],
  'payment-rejected': [400, 'Shop is not allowed to make payments']
}

/** A successful answer is stored for a day and repeated for the same key and body; another body is refused. */
function once(call: YookassaCall, handle: (call: YookassaCall) => Reply): Reply {
  const { state, shopId, c, body } = call
  if (c.req.method !== 'POST') return handle(call)
  const key = c.req.header('idempotence-key') ?? ''
  if (key === '' || key.length > 64) return refusal(400, 'Idempotence key is missing or too long', 'Idempotence-Key')
  const name = `${shopId} ${c.req.path} ${key}`
  const content = JSON.stringify(body)
  const known = state.payments.keys.get(name)
  if (known && state.clock.now() - known.at < KEY_LIFE_MS)
    return known.content === content ? known.reply : refusal(400, 'Idempotence key was used for another request')
  const reply = handle(call)
  if (reply.status < 300) state.payments.keys.set(name, { at: state.clock.now(), content, reply })
  return reply
}

const shown = (state: PaymentState, payment: StoredPayment): Reply => ({
  status: 200,
  body: paymentObject(state.payments.register, payment)
})

/** The payment; undefined for an unknown one and for another shop's. */
export function paymentOf({ state, shopId, c }: YookassaCall, id = c.req.param('id') ?? ''): StoredPayment | undefined {
  const payment = state.payments.register.find(id)
  return payment?.shopId === shopId ? payment : undefined
}

export function createPayment(call: YookassaCall): Reply {
  const { state, shopId, body, controls } = call
  const complaint = paymentComplaint(body)
  if (complaint) return complaintOf(complaint)
  const { register } = state.payments
  const wantsSaving = body['save_payment_method'] === true
  if (controls.saving === 'refused' && (wantsSaving || body['payment_method_id'] !== undefined))
    return refusal(403, "This store can't make recurring payments. Contact the manager to learn more")
  const amount = isObject(body['amount']) ? body['amount'] : {}
  const saved = savedMethodOf(call)
  if (saved === undefined)
    return refusal(400, 'Payment method is not saved or is not of this shop', 'payment_method_id')
  const payment = register.create({
    shopId,
    value: decimalOf(kopecksOf(String(amount['value']))),
    currency: String(amount['currency']),
    confirmation: isObject(body['confirmation']) ? body['confirmation'] : null,
    description: typeof body['description'] === 'string' ? body['description'] : null,
    metadata: (isObject(body['metadata']) ? body['metadata'] : {}) as Record<string, string>,
    savesMethod: wantsSaving && controls.saving === 'on',
    methodId: saved?.id ?? null,
    hasReceipt: body['receipt'] !== undefined,
    isAdvance: hasMode(body['receipt'], 'full_prepayment')
  })
  if (saved) register.charge(payment, saved)
  return shown(state, payment)
}

/** The items of a receipt with this payment mode. */
const itemsOf = (receipt: unknown, mode: string): JsonObject[] => {
  const items = isObject(receipt) && Array.isArray(receipt['items']) ? receipt['items'] : []
  return items.filter((item): item is JsonObject => isObject(item) && item['payment_mode'] === mode)
}

const hasMode = (receipt: unknown, mode: string) => itemsOf(receipt, mode).length > 0

/** Of a return, what second receipts have settled; the rest must still be an advance. */
function settledComplaint({ state, body }: YookassaCall, payment: StoredPayment): Reply | null {
  if (!payment.isAdvance || body['receipt'] === undefined) return null
  const sum = (mode: string) =>
    itemsOf(body['receipt'], mode).reduce(
      (all, { amount }) => all + kopecksOf(String(isObject(amount) && amount['value'])),
      0
    )
  const settled = state.payments.register.settledKopecks(payment.id) - payment.returnedSettledKopecks
  const advance = kopecksOf(payment.value) - payment.refundedKopecks - settled
  if (sum('full_prepayment') > advance)
    return refusal(400, 'More of the advance is returned than is left', 'receipt.items')
  if (sum('full_payment') > settled) return refusal(400, 'More is returned than was settled', 'receipt.items')
  payment.returnedSettledKopecks += sum('full_payment')
  return null
}

/** @returns null if the request names no saved method, undefined if the method cannot be charged */
function savedMethodOf(call: YookassaCall): StoredPayment | null | undefined {
  const id = call.body['payment_method_id']
  if (id === undefined) return null
  const payment = paymentOf(call, String(id))
  return payment?.savesMethod && payment.status === 'succeeded' && !payment.methodForgotten ? payment : undefined
}

export function readPayment(call: YookassaCall): Reply {
  const payment = paymentOf(call)
  return payment ? shown(call.state, payment) : refusal(404, 'Payment does not exist', 'payment_id')
}

export function createRefund(call: YookassaCall): Reply {
  const { state, body } = call
  const { register } = state.payments
  const payment = paymentOf(call, String(body['payment_id']))
  if (payment?.status !== 'succeeded') return refusal(400, 'Payment cannot be refunded', 'payment_id')
  const complaint = amountComplaint(body['amount'])
  if (complaint) return complaintOf(complaint)
  const kopecks = kopecksOf(String(isObject(body['amount']) ? body['amount']['value'] : ''))
  if (kopecks <= 0 || payment.refundedKopecks + kopecks > kopecksOf(payment.value))
    return refusal(400, 'Amount is greater than what is left to refund', 'amount.value')
  const receipt = body['receipt'] === undefined ? null : receiptComplaint(body['receipt'], kopecks)
  if (receipt) return complaintOf(receipt)
  const unsettled = settledComplaint(call, payment)
  if (unsettled) return unsettled
  const refund = register.refund(payment, decimalOf(kopecks))
  if (call.fault !== 'refund-pending') register.endRefund(refund, 'succeeded')
  return { status: 200, body: refundObject(register, refund, payment) }
}

export function readRefund(call: YookassaCall): Reply {
  const { register } = call.state.payments
  const refund = register.refunds.get(call.c.req.param('id') ?? '')
  const payment = refund && paymentOf(call, refund.paymentId)
  return refund && payment
    ? { status: 200, body: refundObject(register, refund, payment) }
    : refusal(404, 'Refund does not exist')
}
