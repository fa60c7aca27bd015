// The one path of a payment, used by the widget's success, the return page, a notification, the cron and a refund. Asks
// the provider, compares with our row, and acts. Any step may be repeated or interrupted: the next caller continues.
import type { PaymentRow } from '#data/directory/schema-payments.ts'
import { kopecksOf } from '#domain/money.ts'
import {
  creditIdOf,
  debitIdOf,
  hasRefunds,
  keyLifeMs,
  nextCheckAt,
  type SeenPayment,
  startingMs,
  tokensOfRefund,
  verdictOf
} from '#domain/payment.ts'
import { lostReceipt, receiptCheckAt } from '#domain/receipt-registration.ts'
import { isRenewal } from '#domain/subscription.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import type { PaymentOrder, PaymentProvider, ProviderPayment } from '#providers/payment/payment-provider.ts'

type Changed = Promise<PaymentRow | undefined>

/** Far more steps than one payment needs: each either changes the row or finds that another caller has changed it. */
const stepsMax = 10

/** Everything that a payment reads or changes. A change returns undefined when another caller changed the row first. */
export interface PaymentPorts {
  provider: Pick<PaymentProvider, 'create' | 'read'>
  allowsTest: boolean
  /** Null when the order must not be sent, for example because its card was detached meanwhile. */
  orderOf(row: PaymentRow): Promise<PaymentOrder | null>
  find(id: string): Changed
  attach(row: PaymentRow, payment: ProviderPayment, now: number): Changed
  /** A check that another caller has scheduled since the row was found stays, here and in `note`. */
  complete(row: PaymentRow, now: number, rest: Pick<PaymentRow, 'nextCheckAt' | 'receiptStatus'>): Changed
  cancel(row: PaymentRow, reason: string, now: number): Changed
  review(row: PaymentRow, mismatch: string, now: number): Changed
  note(
    row: PaymentRow,
    note: { nextCheckAt: number | null; now: number; receiptStatus?: PaymentRow['receiptStatus'] }
  ): Promise<void>
  beginTakingBack(row: PaymentRow, upToKopecks: number, now: number): Changed
  finishTakingBack(row: PaymentRow, refundedTokens: number, now: number): Changed
  /** Credits what was bought, and rewards who invited the buyer; only once for one id, however often it is called. */
  credit(row: PaymentRow, id: string, payment: ProviderPayment): Promise<void>
  /**
   * Takes back these tokens or, for Premium after a full refund, the month. `excess`: more than the wallet was ever given, so it is
   * frozen until an operator has corrected it.
   */
  debit(row: PaymentRow, id: string, tokens: number): Promise<'taken' | 'excess'>
  /** Takes back the reward that the purchase earned, if too little of the purchase remains paid; only once, however often it is called. */
  takeBackReward(row: PaymentRow, leftKopecks: number): Promise<void>
  /** Queues the mail about a refund; only once for one id, however often it is called. */
  queueRefundMail(row: PaymentRow, id: string, refund: { amountKopecks: number; tokens: number }): Promise<void>
  /** Tells the user's open pages. */
  announce(row: PaymentRow): Promise<void>
  report(row: PaymentRow, event: { event: 'payment-not-accepted'; failure: string }): void
  callPerson(row: PaymentRow, event: PaymentAlarm): Promise<void>
}

type PaymentAlarm =
  | { event: 'payment-review'; mismatch: string }
  | { event: 'payment-missing' }
  | { event: 'receipt-not-registered'; operation: 'sale'; registration: 'canceled' | 'pending' }

/** The row after this call's change, announced to the user; or the row as another caller changed it before. */
async function settled(ports: PaymentPorts, row: PaymentRow, changing: Changed): Promise<PaymentRow> {
  const changed = await changing
  if (!changed) return (await ports.find(row.id)) ?? row
  await ports.announce(changed)
  return changed
}

/** Whether a repeated call with the same key may still succeed; if not, the provider has refused the order. */
export const mayYetBegin = (failure: ProviderFailure) => failure.retryable || isAcceptanceUnknown(failure)

/**
 * Has the provider create the payment of a new order, only once however often it is called.
 * @throws ProviderFailure when it is unknown whether the payment was created: call again with the same row
 */
export async function beginPayment(ports: PaymentPorts, row: PaymentRow, now: number): Promise<PaymentRow> {
  if (row.status !== 'created') return row
  const giveUp = (reason: 'not_started' | 'not_accepted') => settled(ports, row, ports.cancel(row, reason, now))
  if (now - row.createdAt > (isRenewal(row) ? keyLifeMs : startingMs)) return giveUp('not_started')
  const order = await ports.orderOf(row)
  // An earlier call may have reached the provider, which then sends a notification; this waits for it for a while.
  const mayBeKnown = row.checkedAt !== null && now - row.createdAt <= startingMs
  if (!order && !mayBeKnown) return giveUp('not_started')
  // Creating a renewal charges the saved card at once, so the attempt is stored before the call.
  if (!order || isRenewal(row)) await ports.note(row, { nextCheckAt: nextCheckAt(row.createdAt, now), now })
  if (!order) return row
  let payment: ProviderPayment
  try {
    payment = await ports.provider.create(order)
  } catch (error) {
    if (!(error instanceof ProviderFailure) || mayYetBegin(error)) throw error
    ports.report(row, { event: 'payment-not-accepted', failure: error.message })
    return giveUp('not_accepted')
  }
  return (await ports.attach(row, payment, now)) ?? (await ports.find(row.id)) ?? row
}

/** The payment as the rules see it. */
export const seenOf = ({ amount, refundedAmount, ...payment }: ProviderPayment): SeenPayment => ({
  ...payment,
  amountKopecks: kopecksOf(amount),
  refundedKopecks: kopecksOf(refundedAmount)
})

/** Of the sale; an order that was canceled sold nothing, and its receipt is canceled too. */
const receiptOf = ({ status }: PaymentRow, { receiptStatus }: ProviderPayment) =>
  status === 'canceled' ? null : receiptStatus

/**
 * Raises an alarm about a receipt that will not be registered, or that the cron no longer follows. The alarm comes before the row is
 * stored: a crash in between repeats the call, and an open alarm only counts it.
 */
async function callAboutReceipt(ports: PaymentPorts, row: PaymentRow, payment: ProviderPayment, now: number) {
  const registration = lostReceipt({ ...row, since: row.createdAt }, receiptOf(row, payment), now)
  if (registration) await ports.callPerson(row, { event: 'receipt-not-registered', operation: 'sale', registration })
}

async function credit(ports: PaymentPorts, row: PaymentRow, payment: ProviderPayment, now: number) {
  // The tokens are credited before the row is completed: a completed row is never credited again, so a crash in between
  // would lose the purchase.
  await ports.credit(row, creditIdOf(row.id), payment)
  await callAboutReceipt(ports, row, payment, now)
  const { receiptStatus } = payment
  // The money may have gone back already. A crash before its tokens are taken back must leave the row due.
  const at = hasRefunds(seenOf(payment)) ? now : receiptCheckAt({ since: row.createdAt }, receiptStatus, now)
  return settled(ports, row, ports.complete(row, now, { receiptStatus, nextCheckAt: at }))
}

/**
 * The amount is stored before the wallet is called, so that a repeated step takes back the same under the same id.
 * @returns `isStuck`: the wallet cannot give the tokens now
 */
async function takeBack(
  ports: PaymentPorts,
  row: PaymentRow,
  upToKopecks: number,
  now: number
): Promise<{ row: PaymentRow; isStuck: boolean }> {
  const begun = row.refundingKopecks === null ? await ports.beginTakingBack(row, upToKopecks, now) : row
  if (!begun) return { row: (await ports.find(row.id)) ?? row, isStuck: false }
  const refundedTokens = tokensOfRefund(begun, upToKopecks)
  const tokens = refundedTokens - begun.refundedTokens
  const id = debitIdOf(begun.id, upToKopecks)
  await ports.takeBackReward(begun, begun.amountKopecks - upToKopecks)
  const takes = tokens > 0 || begun.totalTokens === 0
  if (takes && (await ports.debit(begun, id, tokens)) === 'excess') {
    await ports.note(begun, { nextCheckAt: nextCheckAt(begun.createdAt, now), now })
    return { row: begun, isStuck: true }
  }
  await ports.queueRefundMail(begun, id, { amountKopecks: upToKopecks - begun.refundedKopecks, tokens })
  return { row: await settled(ports, begun, ports.finishTakingBack(begun, refundedTokens, now)), isStuck: false }
}

/**
 * Attaches the payment that a notification names to a new order. The notification is not trusted: the payment is read
 * from the provider and has to name the order. For orders that cannot be sent again.
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
 * Brings an order up to date with its payment: asks the provider, compares, and acts until nothing is left to do.
 * @returns the current row, also when another caller changed it
 * @throws ProviderFailure when the provider does not answer
 */
export async function advancePayment(ports: PaymentPorts, found: PaymentRow, now: number): Promise<PaymentRow> {
  const row = await beginPayment(ports, found, now)
  if (row.providerPaymentId === null) return row
  const payment = await ports.provider.read(row.providerPaymentId)
  if (payment) return follow(ports, row, payment, now)
  await ports.callPerson(row, { event: 'payment-missing' })
  const isUnfinished = row.status === 'pending' || row.refundingKopecks !== null
  await ports.note(row, { nextCheckAt: isUnfinished ? nextCheckAt(row.createdAt, now) : null, now })
  return row
}

/**
 * Judges again after every step, because one payment can need several: it is credited and its refund taken back, or an
 * interrupted refund is finished and the next one follows.
 */
async function follow(ports: PaymentPorts, asked: PaymentRow, payment: ProviderPayment, now: number) {
  const seen = seenOf(payment)
  let row = asked
  for (let steps = 0; steps < stepsMax; steps++) {
    const verdict = verdictOf(row, seen, ports)
    switch (verdict.kind) {
      case 'wait':
        if (row === asked) await ports.note(row, { nextCheckAt: nextCheckAt(row.createdAt, now), now })
        return row
      case 'nothing':
        return row === asked ? noted(ports, row, payment, now) : row
      case 'credit':
        row = await credit(ports, row, payment, now)
        break
      case 'take-back': {
        const taken = await takeBack(ports, row, verdict.upToKopecks, now)
        if (taken.isStuck) return taken.row
        row = taken.row
        break
      }
      case 'cancel':
        return settled(ports, row, ports.cancel(row, verdict.reason, now))
      case 'review':
        await ports.callPerson(row, { event: 'payment-review', mismatch: verdict.mismatch })
        return settled(ports, row, ports.review(row, verdict.mismatch, now))
      default:
        return verdict satisfies never
    }
  }
  throw new Error('An order kept changing while its payment was processed')
}

/** Stores that nothing was left to do when the provider was asked. */
async function noted(ports: PaymentPorts, row: PaymentRow, payment: ProviderPayment, now: number) {
  await callAboutReceipt(ports, row, payment, now)
  const receiptStatus = receiptOf(row, payment)
  const at = receiptCheckAt({ since: row.createdAt }, receiptStatus, now)
  await ports.note(row, { nextCheckAt: at, now, receiptStatus })
  return (await ports.find(row.id)) ?? row
}
