// Every way in leads here: the widget's success, the return page, a notification, the cron and a refund. What is asked is
// the provider, what is compared is our row, and every step may be taken twice or break off: the next caller goes on.
import type { PaymentRow } from '#data/schema-payments.ts'
import { kopecksOf } from '#domain/money.ts'
import {
  creditIdOf,
  debitIdOf,
  nextCheckAt,
  receiptPatienceMs,
  type SeenPayment,
  startingMs,
  startingRenewalMs,
  tokensOfRefund,
  verdictOf
} from '#domain/payment.ts'
import { isRenewal } from '#domain/subscription.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import type { PaymentOrder, PaymentProvider, ProviderPayment } from '#providers/payment/payment-provider.ts'

type Changed = Promise<PaymentRow | undefined>

/** What a payment touches beside itself; a changing call answers nothing when somebody else was first. */
export interface PaymentPorts {
  provider: Pick<PaymentProvider, 'create' | 'read'>
  allowsTest: boolean
  /** Null: it must not be sent (any more), such as one for a card that was detached meanwhile. */
  orderOf(row: PaymentRow): Promise<PaymentOrder | null>
  find(id: string): Changed
  attach(row: PaymentRow, payment: ProviderPayment, now: number): Changed
  complete(row: PaymentRow, now: number, rest: Pick<PaymentRow, 'nextCheckAt' | 'receiptStatus'>): Changed
  cancel(row: PaymentRow, reason: string, now: number): Changed
  review(row: PaymentRow, mismatch: string, now: number): Changed
  note(
    row: PaymentRow,
    note: { nextCheckAt: number | null; now: number; receiptStatus?: PaymentRow['receiptStatus'] }
  ): Promise<void>
  beginTakingBack(row: PaymentRow, upToKopecks: number, now: number): Changed
  finishTakingBack(row: PaymentRow, refundedTokens: number, now: number): Changed
  /** What was bought; once for one id, however often it is called. */
  credit(row: PaymentRow, id: string, payment: ProviderPayment): Promise<void>
  /** Takes back these tokens, or, when all of the money went back, what else was bought. */
  debit(row: PaymentRow, id: string, tokens: number): Promise<void>
  /** Writes the mail about money that went back; once for one id, however often it is called. */
  tellRefund(row: PaymentRow, id: string, refund: { amountKopecks: number; tokens: number }): Promise<void>
  /** Tells the user's pages. */
  announce(row: PaymentRow): Promise<void>
  report(row: PaymentRow, event: PaymentReport): void
}

type PaymentReport =
  | { event: 'payment-review'; mismatch: string }
  | { event: 'payment-not-accepted'; failure: string }
  | { event: 'payment-missing' }

/** The row that this call made, told to the user; or the one that somebody else made before. */
async function settled(ports: PaymentPorts, row: PaymentRow, changing: Changed): Promise<PaymentRow> {
  const changed = await changing
  if (!changed) return (await ports.find(row.id)) ?? row
  await ports.announce(changed)
  return changed
}

/** Whether the same call, with the same key, may still make the payment; else the order can be given up at once. */
const mayYetBegin = (failure: ProviderFailure) => failure.retryable || isAcceptanceUnknown(failure)

/**
 * Has the provider make the payment of a fresh order, once however often it is called.
 * @throws ProviderFailure when nobody knows whether it was made: the same is to be tried again
 */
export async function beginPayment(ports: PaymentPorts, row: PaymentRow, now: number): Promise<PaymentRow> {
  if (row.status !== 'created') return row
  const giveUp = () => settled(ports, row, ports.cancel(row, 'not_started', now))
  if (now - row.createdAt > (isRenewal(row) ? startingRenewalMs : startingMs)) return giveUp()
  const order = await ports.orderOf(row)
  // An earlier call may have been heard: a notification will say so, and for a while this waits for it.
  const mayBeKnown = row.checkedAt !== null && now - row.createdAt <= startingMs
  if (!order && !mayBeKnown) return giveUp()
  // A saved card is charged by the call itself: that it was made is written down before.
  if (!order || isRenewal(row)) await ports.note(row, { nextCheckAt: nextCheckAt(row.createdAt, now), now })
  if (!order) return row
  let payment: ProviderPayment
  try {
    payment = await ports.provider.create(order)
  } catch (error) {
    if (!(error instanceof ProviderFailure) || mayYetBegin(error)) throw error
    ports.report(row, { event: 'payment-not-accepted', failure: error.message })
    return giveUp()
  }
  return (await ports.attach(row, payment, now)) ?? (await ports.find(row.id)) ?? row
}

const seenOf = ({ amount, refundedAmount, ...payment }: ProviderPayment): SeenPayment => ({
  ...payment,
  amountKopecks: kopecksOf(amount),
  refundedKopecks: kopecksOf(refundedAmount)
})

/** When a completed payment is asked about again: only as long as its receipt is not registered. */
const receiptCheckAt = (row: PaymentRow, receipt: ProviderPayment['receiptStatus'], now: number) =>
  receipt === 'pending' && now - row.createdAt < receiptPatienceMs ? nextCheckAt(row.createdAt, now) : null

/** The sum is fixed in the row before the wallet is told, so that a repeated step takes the same tokens by the same id. */
async function takeBack(ports: PaymentPorts, row: PaymentRow, upToKopecks: number, now: number): Promise<PaymentRow> {
  const begun = row.refundingKopecks === null ? await ports.beginTakingBack(row, upToKopecks, now) : row
  if (!begun) return (await ports.find(row.id)) ?? row
  const refundedTokens = tokensOfRefund(begun, upToKopecks)
  const tokens = refundedTokens - begun.refundedTokens
  const id = debitIdOf(begun.id, upToKopecks)
  if (tokens > 0 || begun.totalTokens === 0) await ports.debit(begun, id, tokens)
  await ports.tellRefund(begun, id, { amountKopecks: upToKopecks - begun.refundedKopecks, tokens })
  return settled(ports, begun, ports.finishTakingBack(begun, refundedTokens, now))
}

/**
 * Takes the word of a notification for which payment may be that of a fresh order, and nothing else: the payment is read
 * back, and has to name the order. For orders that cannot be sent again.
 * @throws ProviderFailure
 */
export async function attachHinted(
  ports: PaymentPorts,
  row: PaymentRow,
  paymentId: string,
  now: number
): Promise<PaymentRow> {
  if (row.status !== 'created') return row
  const payment = await ports.provider.read(paymentId)
  if (payment?.orderId !== row.id) return row
  return (await ports.attach(row, payment, now)) ?? (await ports.find(row.id)) ?? row
}

/**
 * Brings an order as far as its payment is: asks the provider, compares, and does what follows.
 * @returns the row as it is then, by whomever
 * @throws ProviderFailure when the provider does not say
 */
export async function advancePayment(ports: PaymentPorts, found: PaymentRow, now: number): Promise<PaymentRow> {
  const row = await beginPayment(ports, found, now)
  if (row.providerPaymentId === null) return row
  const payment = await ports.provider.read(row.providerPaymentId)
  if (!payment) {
    ports.report(row, { event: 'payment-missing' })
    await ports.note(row, { nextCheckAt: row.status === 'pending' ? nextCheckAt(row.createdAt, now) : null, now })
    return row
  }
  const { receiptStatus } = payment
  const verdict = verdictOf(row, seenOf(payment), ports)
  switch (verdict.kind) {
    case 'wait':
      await ports.note(row, { nextCheckAt: nextCheckAt(row.createdAt, now), now })
      return row
    case 'credit': {
      // Money first: a row that says "completed" before the tokens are there would never be looked at again.
      await ports.credit(row, creditIdOf(row.id), payment)
      const rest = { receiptStatus, nextCheckAt: receiptCheckAt(row, receiptStatus, now) }
      return settled(ports, row, ports.complete(row, now, rest))
    }
    case 'cancel':
      return settled(ports, row, ports.cancel(row, verdict.reason, now))
    case 'review':
      ports.report(row, { event: 'payment-review', mismatch: verdict.mismatch })
      return settled(ports, row, ports.review(row, verdict.mismatch, now))
    case 'take-back':
      return takeBack(ports, row, verdict.upToKopecks, now)
    case 'nothing':
      await ports.note(row, { nextCheckAt: receiptCheckAt(row, receiptStatus, now), now, receiptStatus })
      return (await ports.find(row.id)) ?? row
    default:
      return verdict satisfies never
  }
}
