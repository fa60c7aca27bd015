// Payments through YooKassa (yookassa.ru/developers/api), with its widget: one-stage, embedded confirmation.
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import type { UpstreamCall } from '../http/http.ts'
import { callForJson, malformed, type MediaOptions } from '../http/upstream-call.ts'
import type {
  PaymentOrder,
  PaymentProvider,
  ProviderPayment,
  ProviderReceipt,
  ProviderRefund,
  RefundOrder,
  RefundQuery
} from './payment-provider.ts'

export interface YookassaSettings {
  YOOKASSA_BASE_URL: string
  YOOKASSA_SHOP_ID: string
  YOOKASSA_SECRET_KEY: string
}

/** Short, because the payer waits for the widget. YooKassa itself may take 30 seconds; a retry sends the same key. */
const timeoutMs = 12_000

export const yookassa = (settings: YookassaSettings, options: MediaOptions = {}): PaymentProvider => {
  const ask = (call: Pick<UpstreamCall, 'method' | 'body'> & { path: string; key?: string }) =>
    callForJson(
      { ...callOf(settings, call), timeoutMs },
      // Never aborted: the payment must be processed even when the client has disconnected.
      new AbortController().signal,
      options
    )
  const find = async <Found>(path: string, foundOf: (body: unknown) => Found): Promise<Found | null> => {
    try {
      return foundOf(await ask({ method: 'GET', path }))
    } catch (error) {
      if (error instanceof ProviderFailure && error.status === 404) return null
      throw error
    }
  }
  return {
    create: async (order) =>
      paymentOf(await ask({ path: '/payments', body: bodyOf(order), key: order.idempotenceKey })),
    read: (paymentId) => find(`/payments/${encodeURIComponent(paymentId)}`, paymentOf),
    refund: async (order) =>
      refundOf(await ask({ path: '/refunds', body: refundBodyOf(order), key: order.idempotenceKey })),
    readRefund: (refundId) => find(`/refunds/${encodeURIComponent(refundId)}`, refundOf),
    listRefunds: async (query) => {
      const { items, nextCursor } = listOf(await ask({ method: 'GET', path: `/refunds?${searchOf(query)}` }))
      return { refunds: items.map(refundOf), nextCursor }
    },
    sendReceipt: async ({ paymentId, idempotenceKey: key, receipt }) => {
      const body = { type: 'payment', payment_id: paymentId, ...receipt, send: true }
      return receiptOf(await ask({ path: '/receipts', body, key }))
    },
    readReceipt: (receiptId) => find(`/receipts/${encodeURIComponent(receiptId)}`, receiptOf),
    listReceipts: async (query) => {
      const { items, nextCursor } = listOf(await ask({ method: 'GET', path: `/receipts?${searchOf(query)}` }))
      return { receipts: items.map(receiptOf), nextCursor }
    },
    listPaid: async (query) => {
      const path = `/payments?status=succeeded&${searchOf(query)}`
      const { items, nextCursor } = listOf(await ask({ method: 'GET', path }))
      return { payments: items.map(paymentOf), nextCursor }
    }
  }
}

const callOf = (
  settings: YookassaSettings,
  { method = 'POST', path, body, key }: Pick<UpstreamCall, 'method' | 'body'> & { path: string; key?: string }
): UpstreamCall => ({
  provider: 'yookassa',
  method,
  url: settings.YOOKASSA_BASE_URL + path,
  headers: {
    authorization: `Basic ${btoa(`${settings.YOOKASSA_SHOP_ID}:${settings.YOOKASSA_SECRET_KEY}`)}`,
    ...(key === undefined ? {} : { 'idempotence-key': key })
  },
  ...(body === undefined ? {} : { body }),
  // There are no models here.
  kindsByStatus: { 404: 'rejected' }
})

/** Metadata is returned with the payment and in notifications; it links the payment to our order. */
const bodyOf = ({ orderId, userId, amount, description, receipt, savesMethod, methodId }: PaymentOrder) => ({
  amount,
  capture: true,
  ...(methodId === undefined
    ? { confirmation: { type: 'embedded', locale: 'ru_RU' } }
    : { payment_method_id: methodId }),
  ...(savesMethod ? { save_payment_method: true } : {}),
  description,
  metadata: { order_id: orderId, user_id: userId },
  receipt
})

const refundBodyOf = ({ paymentId, amount, description, receipt }: RefundOrder) => ({
  payment_id: paymentId,
  amount,
  description,
  ...(receipt === undefined ? {} : { receipt })
})

/** Small enough for one statement of D1, which takes 100 values. The provider's maximum is 100 as well. */
const listedPerPage = 50

/** Source: yookassa.ru/developers/using-api/lists. */
function searchOf({ paymentId, createdFrom, createdBefore, cursor }: RefundQuery): string {
  const search = new URLSearchParams({ limit: String(listedPerPage) })
  if (paymentId !== undefined) search.set('payment_id', paymentId)
  if (createdFrom !== undefined) search.set('created_at.gte', new Date(createdFrom).toISOString())
  if (createdBefore !== undefined) search.set('created_at.lt', new Date(createdBefore).toISOString())
  if (cursor !== undefined) search.set('cursor', cursor)
  return search.toString()
}

const paymentStatuses = ['pending', 'waiting_for_capture', 'succeeded', 'canceled'] as const
const endStatuses = ['pending', 'succeeded', 'canceled'] as const

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null

/** A response without a known status, such as 202 `processing`, counts as a failure: the same call is repeated. */
function paymentOf(body: unknown): ProviderPayment {
  const id = textAt(body, 'id')
  const status = oneOf(paymentStatuses, textAt(body, 'status'))
  if (id === null || status === null) throw malformed({ provider: 'yookassa', url: '', headers: {} })
  return {
    id,
    status,
    paid: fieldAt(body, 'paid') === true,
    amount: textAt(body, 'amount', 'value'),
    currency: textAt(body, 'amount', 'currency'),
    orderId: textAt(body, 'metadata', 'order_id'),
    userId: textAt(body, 'metadata', 'user_id'),
    test: fieldAt(body, 'test') === true,
    refundedAmount: textAt(body, 'refunded_amount', 'value'),
    cancellationReason: textAt(body, 'cancellation_details', 'reason'),
    receiptStatus: oneOf(endStatuses, textAt(body, 'receipt_registration')),
    confirmationToken: textAt(body, 'confirmation', 'confirmation_token'),
    savedMethod: savedMethodOf(fieldAt(body, 'payment_method'))
  }
}

const methodNames: Record<string, string> = {
  bank_card: 'Карта',
  sberbank: 'SberPay',
  sbp: 'СБП',
  tinkoff_bank: 'T-Pay',
  yoo_money: 'ЮMoney'
}

function savedMethodOf(method: unknown): ProviderPayment['savedMethod'] {
  const id = textAt(method, 'id')
  if (id === null || fieldAt(method, 'saved') !== true) return null
  const name = methodNames[textAt(method, 'type') ?? ''] ?? 'Сохранённый способ оплаты'
  const last4 = textAt(method, 'card', 'last4')
  return { id, title: last4 !== null && /^\d{4}$/.test(last4) ? `${name} *${last4}` : name }
}

function refundOf(body: unknown): ProviderRefund {
  const id = textAt(body, 'id')
  const status = oneOf(endStatuses, textAt(body, 'status'))
  if (id === null || status === null) throw malformed({ provider: 'yookassa', url: '', headers: {} })
  const createdAt = Date.parse(textAt(body, 'created_at') ?? '')
  return {
    id,
    status,
    paymentId: textAt(body, 'payment_id'),
    amount: textAt(body, 'amount', 'value'),
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    receiptStatus: oneOf(endStatuses, textAt(body, 'receipt_registration'))
  }
}

/** Of the settlements of a receipt, the one that uses up an advance. */
function settledAdvanceOf(body: unknown): string | null {
  const settlements = fieldAt(body, 'settlements')
  // A return has such settlements too.
  if (textAt(body, 'type') !== 'payment' || !Array.isArray(settlements)) return null
  const advance: unknown = settlements.find((one) => textAt(one, 'type') === 'prepayment')
  return advance === undefined ? null : textAt(advance, 'amount', 'value')
}

function receiptOf(body: unknown): ProviderReceipt {
  const id = textAt(body, 'id')
  const status = oneOf(endStatuses, textAt(body, 'status'))
  if (id === null || status === null) throw malformed({ provider: 'yookassa', url: '', headers: {} })
  return { id, status, settledAdvance: settledAdvanceOf(body) }
}

function listOf(body: unknown): { items: unknown[]; nextCursor: string | null } {
  const items = fieldAt(body, 'items')
  if (!Array.isArray(items)) throw malformed({ provider: 'yookassa', url: '', headers: {} })
  return { items, nextCursor: textAt(body, 'next_cursor') }
}
