// One order, a payment provider and a wallet in memory. The test decides the order of all calls to provider and wallet,
// and an actor may die before or after any call.
import type { PaymentRow } from '#data/directory/schema-payments.ts'
import { decimalOf } from '#domain/money.ts'
import { nextCheckAt } from '#domain/payment.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import type { PaymentPorts } from '#worker/payments/advance-payment.ts'
import { freshRow } from './fresh-order.ts'

/** How the provider's payment differs from our order. */
export const tamperings = ['none', 'amount', 'currency', 'order', 'user', 'test', 'unpaid'] as const
export type Tampering = (typeof tamperings)[number]

export interface Death {
  /** Number of the actor's step, from 1. */
  step: number
  moment: 'before' | 'after'
}

const differences: Record<Tampering, Partial<ProviderPayment>> = {
  none: {},
  amount: { amount: '1.00' },
  currency: { currency: 'USD' },
  order: { orderId: 'another' },
  user: { userId: 'another' },
  test: { test: true },
  unpaid: { paid: false }
}

const isOpen = ({ status }: PaymentRow) => status === 'created' || status === 'pending'

const isAsFound = (found: PaymentRow) => (row: PaymentRow) =>
  row.status === 'succeeded' &&
  row.refundedKopecks === found.refundedKopecks &&
  row.refundingKopecks === found.refundingKopecks

/** A check that another caller has scheduled since the row was found stays. */
const checkOf = (found: PaymentRow, row: PaymentRow, at: number | null) =>
  row.nextCheckAt === found.nextCheckAt ? at : row.nextCheckAt

const cronPauseMs = 90_000

class Dead extends Error {}

export class World {
  row: PaymentRow = freshRow
  /** Payments by idempotence key; a second creation with another key would add a second payment. */
  readonly made = new Map<string, ProviderPayment>()
  readonly credits: string[] = []
  readonly debits = new Map<string, number>()
  /** Refund mails, by mail id. */
  readonly told = new Map<string, { amountKopecks: number; tokens: number }>()
  /** What remained paid, each time the reward of an inviter was looked at. */
  readonly paidLeft: number[] = []
  readonly announced: string[] = []
  refundedKopecks = 0
  readonly #tampering: Tampering
  readonly #turn: () => Promise<void>

  /** @param turn resolves when the next step may be taken */
  constructor(tampering: Tampering, turn: () => Promise<void> = async () => {}) {
    this.#tampering = tampering
    this.#turn = turn
  }

  get payment(): ProviderPayment | undefined {
    return [...this.made.values()][0]
  }

  /** The payer or the bank ends the payment. A final state never changes. */
  end(status: 'succeeded' | 'canceled') {
    const { payment } = this
    if (payment?.status !== 'pending') return
    if (status === 'canceled') Object.assign(payment, { status, cancellationReason: 'insufficient_funds' })
    else Object.assign(payment, { status, paid: true }, differences[this.#tampering])
  }

  refund(kopecks: number) {
    if (this.payment?.status !== 'succeeded') return
    this.refundedKopecks = Math.min(this.refundedKopecks + kopecks, freshRow.amountKopecks)
    this.payment.refundedAmount = decimalOf(this.refundedKopecks)
  }

  /** The order, when the cron finds it due; it is then put off. */
  takeDue(now: number): PaymentRow | null {
    if (this.row.nextCheckAt === null || this.row.nextCheckAt > now) return null
    this.row = { ...this.row, nextCheckAt: now + cronPauseMs }
    return this.row
  }

  /** The daily search has found a refund of this order in the provider's list. */
  search(now: number) {
    if (this.refundedKopecks > 0 && (isOpen(this.row) || this.row.status === 'succeeded'))
      this.row = { ...this.row, nextCheckAt: now }
  }

  /** The ports of one actor. @param isDown the provider carries out every call but answers none */
  ports(death: Death | null = null, isDown = false): PaymentPorts {
    let steps = 0
    let isDead = false
    const step = async <Result>(run: () => Result): Promise<Result> => {
      await this.#turn()
      if (isDead) throw new Dead()
      if (++steps !== death?.step) return run()
      isDead = true
      if (death.moment === 'after') run()
      throw new Dead()
    }
    const unanswered = <Result>(result: Result): Result => {
      if (isDown) throw new ProviderFailure('yookassa', { kind: 'server', retryable: true, status: 500 })
      return result
    }
    const change = (isAllowed: (row: PaymentRow) => boolean, changes: (row: PaymentRow) => Partial<PaymentRow>) =>
      step(() => {
        if (!isAllowed(this.row)) return undefined
        this.row = { ...this.row, ...changes(this.row) }
        return this.row
      })
    return {
      allowsTest: false,
      provider: {
        create: (order) => step(() => unanswered(this.#create(order.idempotenceKey))),
        read: () => step(() => unanswered({ ...(this.payment ?? this.#create('never')) }))
      },
      orderOf: async ({ id: orderId, userId, idempotenceKey }) => ({
        orderId,
        userId,
        idempotenceKey,
        amount: { value: '500.00', currency: 'RUB' },
        description: '',
        receipt: {}
      }),
      find: () => step(() => this.row),
      attach: (_, { id, confirmationToken }, now) =>
        change(
          ({ status }) => status === 'created',
          ({ createdAt }) => ({
            status: 'pending',
            providerPaymentId: id,
            confirmationToken,
            nextCheckAt: nextCheckAt(createdAt, now)
          })
        ),
      complete: (found, now, rest) =>
        change(isOpen, (row) => ({
          ...rest,
          status: 'succeeded',
          completedAt: now,
          creditedAt: now,
          nextCheckAt: checkOf(found, row, rest.nextCheckAt)
        })),
      cancel: (_, cancellationReason) =>
        change(isOpen, () => ({ status: 'canceled', cancellationReason, nextCheckAt: null })),
      review: (_, mismatch) => change(isOpen, () => ({ status: 'review', mismatch, nextCheckAt: null })),
      note: async (found, { nextCheckAt: at }) => {
        await change(
          ({ status }) => status === found.status,
          (row) => ({ nextCheckAt: checkOf(found, row, at) })
        )
      },
      beginTakingBack: (found, upTo, now) =>
        change(isAsFound(found), () => ({ refundingKopecks: upTo, nextCheckAt: now })),
      finishTakingBack: (found, refundedTokens, now) =>
        change(isAsFound(found), ({ refundingKopecks, amountKopecks }) => ({
          refundedKopecks: refundingKopecks ?? 0,
          refundingKopecks: null,
          refundedTokens,
          ...(refundingKopecks === amountKopecks
            ? { status: 'refunded', nextCheckAt: null }
            : { status: 'succeeded', nextCheckAt: now })
        })),
      credit: (_, id) =>
        step(() => {
          if (!this.credits.includes(id)) this.credits.push(id)
        }),
      debit: (_, id, tokens) =>
        step(() => {
          const known = this.debits.get(id)
          if (known !== undefined && known !== tokens) throw new Error('One id, two sums')
          this.debits.set(id, tokens)
          return 'taken' as const
        }),
      takeBackReward: (_, leftKopecks) => step(() => void this.paidLeft.push(leftKopecks)),
      queueRefundMail: (_, id, refund) =>
        step(() => {
          const known = this.told.get(id)
          if (known && known.tokens !== refund.tokens) throw new Error('One id, two mails')
          this.told.set(id, refund)
        }),
      announce: async ({ status }) => void this.announced.push(status),
      report: () => undefined,
      callPerson: async () => undefined
    }
  }

  #create(key: string): ProviderPayment {
    const known = this.made.get(key)
    if (known) return { ...known, status: 'pending' }
    const payment: ProviderPayment = {
      id: `payment-${this.made.size + 1}`,
      status: 'pending',
      paid: false,
      amount: '500.00',
      currency: 'RUB',
      orderId: freshRow.id,
      userId: freshRow.userId,
      test: false,
      refundedAmount: null,
      cancellationReason: null,
      receiptStatus: null,
      confirmationToken: 'ct-1',
      savedMethod: null
    }
    this.made.set(key, payment)
    return { ...payment }
  }
}

/** False when the actor died or the provider did not answer; any other error is rethrown as a bug. */
export async function survives(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof Dead || error instanceof ProviderFailure) return false
    throw error
  }
}
