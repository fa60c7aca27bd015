// YooKassa, as its API describes it: what was paid and returned is the truth here, whatever reaches the product.
import type { Engine } from '../engine/engine.ts'
import { type Answer, responseOf } from './response.ts'

export interface ShopPayment {
  id: string
  orderId: string
  userId: string
  kopecks: number
  status: 'pending' | 'succeeded' | 'canceled'
  refundedKopecks: number
  savesMethod: boolean
  /** A renewal, charged without its payer. */
  isCharge: boolean
  createdAt: number
  /** What the payment says of itself although it is wrong: then nothing may be credited. */
  lies: Partial<{ amount: string; order: string; user: string; paid: boolean }>
}

export interface ShopRefund {
  id: string
  paymentId: string
  kopecks: number
  status: 'pending' | 'succeeded' | 'canceled'
  createdAt: number
  endedAt: number | null
  /** Null: made in the shop's own pages. */
  key: string | null
}

export interface Notification {
  event: string
  object: { id: string; payment_id?: string; metadata?: { order_id: string } }
  sentAt: number
  tries: number
}

const payableMs = 60 * 60_000
const kopecksIn = (decimal: string) => Math.round(Number(decimal) * 100)
const decimal = (kopecks: number) => (kopecks / 100).toFixed(2)

export class Shop {
  readonly payments = new Map<string, ShopPayment>()
  readonly refunds = new Map<string, ShopRefund>()
  readonly notifications: Notification[] = []
  /** Counts what has changed here. */
  version = 0
  readonly #engine: Engine
  readonly #byKey = new Map<string, { id: string; body: string }>()
  #id = 0
  /** No notification is ever lost once the faults are over. */
  losesNotifications = true

  constructor(engine: Engine) {
    this.#engine = engine
  }

  answer(method: string, path: string, key: string | undefined, body: string): Answer {
    this.version += 1
    const [, kind, id = ''] = path.split(/[/?]/)
    if (method === 'POST' && kind === 'payments') return this.#once(key ?? '', body, () => this.#createPayment(body))
    if (method === 'POST' && kind === 'refunds')
      return this.#once(key ?? '', body, () => this.#createRefund(body, key ?? ''))
    if (kind === 'refunds' && path.includes('?')) return this.#list(new URLSearchParams(path.split('?')[1]))
    const found = kind === 'payments' ? this.payments.get(id) : undefined
    if (found) return responseOf(200, this.view(found))
    const refund = kind === 'refunds' ? this.refunds.get(id) : undefined
    return refund ? responseOf(200, refundView(refund)) : responseOf(404, { type: 'error', code: 'not_found' })
  }

  /** A repeated key answers with what it made before; with another body it is refused. */
  #once(key: string, body: string, create: () => { id: string } | null): Answer {
    const known = this.#byKey.get(key)
    if (known && known.body !== body) return responseOf(400, { type: 'error', code: 'invalid_request' })
    const id = known?.id ?? create()?.id
    if (id === undefined) return responseOf(400, { type: 'error', code: 'invalid_request' })
    this.#byKey.set(key, { id, body })
    const refund = this.refunds.get(id)
    const payment = this.payments.get(id)
    return responseOf(200, refund ? refundView(refund) : payment ? this.view(payment) : {})
  }

  #createPayment(body: string): ShopPayment {
    const asked = JSON.parse(body) as {
      amount: { value: string }
      metadata: { order_id: string; user_id: string }
      save_payment_method?: boolean
      payment_method_id?: string
    }
    this.#id += 1
    const payment: ShopPayment = {
      id: `pay-${this.#id}`,
      orderId: asked.metadata.order_id,
      userId: asked.metadata.user_id,
      kopecks: kopecksIn(asked.amount.value),
      status: 'pending',
      refundedKopecks: 0,
      savesMethod: asked.save_payment_method === true,
      isCharge: asked.payment_method_id !== undefined,
      createdAt: this.#engine.now,
      lies: {}
    }
    this.payments.set(payment.id, payment)
    if (payment.isCharge) this.end(payment, this.#engine.random.chance(0.8) ? 'succeeded' : 'canceled')
    return payment
  }

  /** Null: more than is left. */
  #createRefund(body: string, key: string | null): ShopRefund | null {
    const asked = JSON.parse(body) as { payment_id: string; amount: { value: string } }
    const payment = this.payments.get(asked.payment_id)
    const kopecks = kopecksIn(asked.amount.value)
    if (payment?.status !== 'succeeded' || kopecks > this.left(payment)) return null
    return this.refund(payment, kopecks, key)
  }

  /** What may still be returned, refunds that are on their way taken off. */
  left(payment: ShopPayment): number {
    const underWay = [...this.refunds.values()].filter(
      (one) => one.paymentId === payment.id && one.status !== 'canceled'
    )
    return payment.kopecks - underWay.reduce((sum, { kopecks }) => sum + kopecks, 0)
  }

  refund(payment: ShopPayment, kopecks: number, key: string | null): ShopRefund {
    this.#id += 1
    this.version += 1
    const { random, now } = this.#engine
    const refund: ShopRefund = {
      id: `ref-${this.#id}`,
      paymentId: payment.id,
      kopecks,
      status: 'pending',
      createdAt: now,
      endedAt: null,
      key
    }
    this.refunds.set(refund.id, refund)
    if (random.chance(0.6)) this.endRefund(refund, 'succeeded')
    return refund
  }

  endRefund(refund: ShopRefund, status: 'succeeded' | 'canceled') {
    if (refund.status !== 'pending') return
    this.version += 1
    refund.status = status
    refund.endedAt = this.#engine.now
    this.#engine.count(`refund ${status}`)
    const payment = this.payments.get(refund.paymentId)
    if (status !== 'succeeded' || !payment) return
    payment.refundedKopecks += refund.kopecks
    this.#notify('refund.succeeded', { id: refund.id, payment_id: payment.id })
  }

  /** The payer or the bank ends it; what has ended never changes. */
  end(payment: ShopPayment, status: 'succeeded' | 'canceled') {
    if (payment.status !== 'pending') return
    this.version += 1
    payment.status = status
    this.#engine.count(`payment ${status}`)
    this.#notify(`payment.${status}`, { id: payment.id, metadata: { order_id: payment.orderId } })
  }

  /** No user may pay after an hour. */
  expire() {
    for (const payment of this.payments.values())
      if (payment.status === 'pending' && this.#engine.now - payment.createdAt >= payableMs)
        this.end(payment, 'canceled')
  }

  get open(): ShopPayment[] {
    return [...this.payments.values()].filter(({ status }) => status === 'pending')
  }

  /** Sent once, twice or, while there are faults, never. */
  #notify(event: string, object: Notification['object']) {
    const { random, now } = this.#engine
    const times = random.weighted([
      [this.losesNotifications ? 2 : 0, 0],
      [6, 1],
      [2, 2]
    ])
    if (times === 0) this.#engine.count('fault: notification lost')
    if (times === 2) this.#engine.count('fault: notification doubled')
    for (let time = 0; time < times; time++)
      this.notifications.push({ event, object, sentAt: now + random.below(120_000), tries: 0 })
  }

  view(payment: ShopPayment) {
    const { lies } = payment
    const isPaid = payment.status === 'succeeded'
    return {
      id: payment.id,
      status: payment.status,
      paid: isPaid && (lies.paid ?? true),
      amount: { value: (isPaid ? lies.amount : undefined) ?? decimal(payment.kopecks), currency: 'RUB' },
      metadata: {
        order_id: (isPaid ? lies.order : undefined) ?? payment.orderId,
        user_id: (isPaid ? lies.user : undefined) ?? payment.userId
      },
      test: false,
      refunded_amount: { value: decimal(payment.refundedKopecks), currency: 'RUB' },
      ...(payment.status === 'canceled' ? { cancellation_details: { reason: 'insufficient_funds' } } : {}),
      ...(isPaid ? { receipt_registration: 'succeeded' } : {}),
      confirmation: { confirmation_token: `token-${payment.id}` },
      payment_method: { type: 'bank_card', id: `card-${payment.id}`, saved: isPaid && payment.savesMethod }
    }
  }

  #list(search: URLSearchParams): Answer {
    const of = search.get('payment_id')
    const before = Date.parse(search.get('created_at.lt') ?? '') || Infinity
    const items = [...this.refunds.values()]
      .filter(({ paymentId, createdAt }) => (of === null || paymentId === of) && createdAt < before)
      .map(refundView)
    return responseOf(200, { type: 'list', items })
  }
}

const refundView = ({ id, status, paymentId, kopecks, createdAt }: ShopRefund) => ({
  id,
  status,
  payment_id: paymentId,
  amount: { value: decimal(kopecks), currency: 'RUB' },
  created_at: new Date(createdAt).toISOString(),
  ...(status === 'succeeded' ? { receipt_registration: 'succeeded' } : {})
})
