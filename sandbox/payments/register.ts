// The payments and refunds of all shops, and their state changes.
import { cardOf, type TestCard } from './cards.ts'
import type { Clock } from '../base/clock.ts'
import type { JsonObject } from '../base/json.ts'

const PAYABLE_MS = 60 * 60 * 1000
const RECEIPT_MS = 5000

/** What the register says of the receipt, as a test has set it; null: it is registered after some seconds. */
type SetReceipt = 'pending' | 'canceled' | null

export interface StoredPayment {
  id: string
  shopId: string
  status: 'pending' | 'succeeded' | 'canceled'
  value: string
  currency: string
  confirmation: JsonObject | null
  description: string | null
  metadata: Record<string, string>
  test: boolean
  savesMethod: boolean
  /** The payment whose saved method pays this one. */
  methodId: string | null
  /** The reason with which charges of this payment's saved method are declined; null: they succeed. */
  methodDecline: string | null
  /** The saved method no longer exists. */
  methodForgotten: boolean
  hasReceipt: boolean
  /** Its receipt is one of an advance. */
  isAdvance: boolean
  /** Of the returned money, what second receipts had settled. */
  returnedSettledKopecks: number
  receipt: SetReceipt
  createdAt: number
  endedAt: number | null
  card: TestCard | null
  cancellation: { party: string; reason: string } | null
  refundedKopecks: number
}

export interface StoredRefund {
  id: string
  paymentId: string
  status: 'pending' | 'succeeded' | 'canceled'
  value: string
  createdAt: number
  endedAt: number | null
  receipt: SetReceipt
}

/** A second receipt, which settles an advance. */
export interface StoredReceipt {
  id: string
  paymentId: string
  value: string
  items: JsonObject[]
  settlements: JsonObject[]
  createdAt: number
  receipt: SetReceipt
}

export const kopecksOf = (value: string): number => Math.round(Number(value) * 100)
export const decimalOf = (kopecks: number): string => (kopecks / 100).toFixed(2)

/** An id in YooKassa's format. */
const newId = () => crypto.randomUUID().replace(/^(.{8})-(.{4})-.{4}-.{4}-/, '$1-$2-5000-9000-')

type NewPayment = Pick<
  StoredPayment,
  | 'shopId'
  | 'value'
  | 'currency'
  | 'confirmation'
  | 'description'
  | 'metadata'
  | 'savesMethod'
  | 'methodId'
  | 'hasReceipt'
  | 'isAdvance'
>

export class PaymentRegister {
  readonly payments = new Map<string, StoredPayment>()
  readonly refunds = new Map<string, StoredRefund>()
  readonly receipts = new Map<string, StoredReceipt>()
  readonly #clock: Clock
  readonly #speed: () => number
  /** Called for every change that YooKassa sends a notification about. */
  onEvent: (event: string, id: string) => void = () => undefined

  constructor(clock: Clock, speed: () => number) {
    this.#clock = clock
    this.#speed = speed
  }

  create(payment: NewPayment): StoredPayment {
    const stored: StoredPayment = {
      ...payment,
      id: newId(),
      status: 'pending',
      test: true,
      createdAt: this.#clock.now(),
      endedAt: null,
      card: null,
      cancellation: null,
      receipt: null,
      methodDecline: null,
      methodForgotten: false,
      refundedKopecks: 0,
      returnedSettledKopecks: 0
    }
    if (stored.confirmation?.['type'] === 'embedded')
      stored.confirmation = { type: 'embedded', confirmation_token: `ct-${stored.id}` }
    this.payments.set(stored.id, stored)
    return stored
  }

  /** The payment in its current state: an unpaid one whose time is up is canceled here. */
  find(id: string): StoredPayment | undefined {
    const payment = this.payments.get(id)
    if (payment?.status === 'pending' && this.#clock.now() - payment.createdAt > PAYABLE_MS)
      this.cancel(payment, { party: 'yoo_money', reason: 'expired_on_confirmation' })
    return payment
  }

  findByToken(token: string): StoredPayment | undefined {
    return token.startsWith('ct-') ? this.find(token.slice(3)) : undefined
  }

  /** The payer's only attempt: a decline cancels the payment. Does nothing to a payment that has ended. */
  pay(payment: StoredPayment, number: string): void {
    if (payment.status !== 'pending') return
    payment.card = cardOf(number)
    if (payment.card.decline) return this.cancel(payment, payment.card.decline)
    this.succeed(payment)
  }

  /** Charges a saved method without the payer; the payment ends at once. */
  charge(payment: StoredPayment, { card, methodDecline }: StoredPayment): void {
    payment.card = card
    if (methodDecline !== null) this.cancel(payment, { party: 'payment_network', reason: methodDecline })
    else this.succeed(payment)
  }

  succeed(payment: StoredPayment): void {
    Object.assign(payment, { status: 'succeeded', endedAt: this.#clock.now() })
    this.onEvent('payment.succeeded', payment.id)
  }

  cancel(payment: StoredPayment, cancellation: { party: string; reason: string }): void {
    Object.assign(payment, { status: 'canceled', cancellation, endedAt: this.#clock.now() })
    this.onEvent('payment.canceled', payment.id)
  }

  /** Begins a refund. `endRefund` gives the money back. */
  refund(payment: StoredPayment, value: string): StoredRefund {
    const createdAt = this.#clock.now()
    const refund: StoredRefund = {
      id: newId(),
      paymentId: payment.id,
      status: 'pending',
      value,
      createdAt,
      endedAt: null,
      receipt: null
    }
    this.refunds.set(refund.id, refund)
    return refund
  }

  /** Does nothing to a refund that has ended. A canceled refund has no notification. */
  endRefund(refund: StoredRefund, status: 'succeeded' | 'canceled'): void {
    const payment = this.payments.get(refund.paymentId)
    if (!payment || refund.status !== 'pending') return
    Object.assign(refund, { status, endedAt: this.#clock.now() })
    if (status === 'canceled') return
    payment.refundedKopecks += kopecksOf(refund.value)
    this.onEvent('refund.succeeded', refund.id)
  }

  addReceipt(receipt: Omit<StoredReceipt, 'id' | 'createdAt' | 'receipt'>): StoredReceipt {
    const stored = { ...receipt, id: `rt-${newId()}`, createdAt: this.#clock.now(), receipt: null }
    this.receipts.set(stored.id, stored)
    return stored
  }

  /** What second receipts have settled; one that the register refused counts for nothing. */
  settledKopecks(paymentId: string): number {
    const made = [...this.receipts.values()].filter((one) => one.paymentId === paymentId && one.receipt !== 'canceled')
    return made.reduce((sum, { value }) => sum + kopecksOf(value), 0)
  }

  /** A receipt is registered some seconds after the payment or the refund succeeds. */
  receiptOf({
    receipt,
    endedAt,
    status
  }: Pick<StoredPayment, 'receipt' | 'endedAt' | 'status'>): 'pending' | 'succeeded' | 'canceled' {
    if (status === 'canceled') return 'canceled'
    if (receipt !== null && endedAt !== null) return receipt
    const isRegistered = endedAt !== null && (this.#clock.now() - endedAt) * this.#speed() >= RECEIPT_MS
    return isRegistered ? 'succeeded' : 'pending'
  }
}
