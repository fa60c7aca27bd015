// The rules of one purchase. Pure: our order and what the provider says about its payment go in, a verdict comes out.
// Must never credit what the provider does not call paid, for this very order; amounts and tokens are the order's own.

/**
 * created: the order is written, the provider may or may not know it. pending: it waits for the payer.
 * review: money came that does not fit the order; nothing is credited until a person has looked.
 * refunded: all of the money went back.
 */
export type PaymentStatus = 'created' | 'pending' | 'succeeded' | 'canceled' | 'refunded' | 'review'

export interface Order {
  id: string
  userId: string
  status: PaymentStatus
  amountKopecks: number
  currency: string
  /** Bonus included. */
  totalTokens: number
  /** Whose tokens have been taken back. */
  refundedKopecks: number
  /** Somebody is taking back the tokens up to this sum. */
  refundingKopecks: number | null
}

/** The provider's payment as it was read back. Null: not stated, or not in the documented form. */
export interface SeenPayment {
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'
  paid: boolean
  amountKopecks: number | null
  currency: string | null
  /** Of our metadata. */
  orderId: string | null
  userId: string | null
  /** Made with a test shop: no money moved. */
  test: boolean
  refundedKopecks: number | null
  cancellationReason: string | null
}

/**
 * order, user: it is somebody else's payment. amount, currency: not what we sell it for. test: play money where only
 * real money counts. unpaid: it says at once that it succeeded and that it is not paid.
 */
export type Mismatch = 'order' | 'user' | 'amount' | 'currency' | 'test' | 'unpaid'

export type Verdict =
  /** Nobody knows yet: ask again later. */
  | { kind: 'wait' }
  | { kind: 'credit' }
  | { kind: 'cancel'; reason: string }
  | { kind: 'review'; mismatch: Mismatch }
  /** More was returned than we have taken back tokens for. */
  | { kind: 'take-back'; upToKopecks: number }
  /** What there was to do is done. */
  | { kind: 'nothing' }

/** What a succeeded payment has that our order does not; null when it is this order's, whole. */
export function mismatchOf(order: Order, seen: SeenPayment, { allowsTest }: { allowsTest: boolean }): Mismatch | null {
  if (seen.orderId !== order.id) return 'order'
  if (seen.userId !== order.userId) return 'user'
  if (seen.amountKopecks !== order.amountKopecks) return 'amount'
  if (seen.currency !== order.currency) return 'currency'
  if (seen.test && !allowsTest) return 'test'
  return seen.paid ? null : 'unpaid'
}

/** What a payment means for its order. An order that has ended is never begun anew, whatever is said later. */
export function verdictOf(order: Order, seen: SeenPayment, rules: { allowsTest: boolean }): Verdict {
  switch (order.status) {
    case 'created':
    case 'pending':
      return openVerdict(order, seen, rules)
    case 'succeeded':
      return refundVerdict(order, seen)
    case 'canceled':
    case 'refunded':
    case 'review':
      return { kind: 'nothing' }
    default:
      return order.status satisfies never
  }
}

function openVerdict(order: Order, seen: SeenPayment, rules: { allowsTest: boolean }): Verdict {
  switch (seen.status) {
    case 'pending':
    case 'waiting_for_capture':
      return { kind: 'wait' }
    case 'canceled':
      return { kind: 'cancel', reason: seen.cancellationReason ?? 'general_decline' }
    case 'succeeded': {
      const mismatch = mismatchOf(order, seen, rules)
      return mismatch === null ? { kind: 'credit' } : { kind: 'review', mismatch }
    }
    default:
      return seen.status satisfies never
  }
}

function refundVerdict(order: Order, seen: SeenPayment): Verdict {
  // A step that was begun is finished first, or the next one would take the same tokens again.
  if (order.refundingKopecks !== null) return { kind: 'take-back', upToKopecks: order.refundingKopecks }
  const refunded = Math.min(seen.refundedKopecks ?? 0, order.amountKopecks)
  if (seen.orderId !== order.id || refunded <= order.refundedKopecks) return { kind: 'nothing' }
  return { kind: 'take-back', upToKopecks: refunded }
}

/** The share of the tokens that goes back with this share of the money, rounded in the user's favour. */
export const tokensOfRefund = ({ totalTokens, amountKopecks }: Order, refundedKopecks: number): number =>
  refundedKopecks === 0 ? 0 : Math.floor((totalTokens * refundedKopecks) / amountKopecks)

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** So long the provider keeps a payment open, and its token good. */
export const payableMs = hourMs

/**
 * How long an order that the provider never confirmed is sent again. Far below the 24 hours for which it remembers an
 * idempotence key: after those the same key would make a second payment.
 */
export const startingMs = hourMs / 2

/**
 * The same for a charge of a saved card, where no payer finds out that nothing happened: as long as the key is remembered,
 * with some hours to spare.
 */
export const startingRenewalMs = 20 * hourMs

/** When an open payment is asked about next, should no notification come: often while somebody waits, then ever more rarely. */
export function nextCheckAt(createdAt: number, now: number): number {
  const ageMs = now - createdAt
  if (ageMs < 10 * minuteMs) return now + minuteMs
  if (ageMs < 2 * hourMs) return now + 5 * minuteMs
  return now + (ageMs < dayMs ? hourMs : dayMs)
}

/** A receipt that is not registered within a week is for a person to look at. */
export const receiptPatienceMs = 7 * dayMs

/** The identifier of the credit in the wallet; no client can choose one with a colon. */
export const creditIdOf = (orderId: string) => `payment:${orderId}`

/** Of the step that takes tokens back up to this sum; the sum before it is fixed by the row. */
export const debitIdOf = (orderId: string, upToKopecks: number) => `refund:${orderId}:${upToKopecks}`
