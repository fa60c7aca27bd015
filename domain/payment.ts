// The rules of one purchase. Pure: our order and the provider's view of its payment go in, a verdict comes out. Must
// never credit a payment that the provider does not call paid or that belongs to another order.

/**
 * created: the order is stored, the provider may or may not know it. pending: it waits for the payer.
 * review: money arrived that does not match the order; nothing is credited until an operator has decided.
 * refunded: all of the money was returned.
 */
export type PaymentStatus = 'created' | 'pending' | 'succeeded' | 'canceled' | 'refunded' | 'review'

export interface Order {
  id: string
  userId: string
  status: PaymentStatus
  amountKopecks: number
  currency: string
  /** Tokens including the bonus. */
  totalTokens: number
  /** The refunded amount whose tokens have been taken back. */
  refundedKopecks: number
  /** A step is taking back the tokens up to this amount; null when none is. */
  refundingKopecks: number | null
}

/** The provider's payment as read from its API. Null: not stated, or not in the documented form. */
export interface SeenPayment {
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'
  paid: boolean
  amountKopecks: number | null
  currency: string | null
  /** From our metadata. */
  orderId: string | null
  userId: string | null
  /** The payment was made in a test shop: no real money. */
  test: boolean
  refundedKopecks: number | null
  cancellationReason: string | null
}

/**
 * order, user: the payment belongs to another order or user. amount, currency: not those of the order. test: test money
 * where only real money counts. unpaid: the provider says both that it succeeded and that it is not paid.
 */
export type Mismatch = 'order' | 'user' | 'amount' | 'currency' | 'test' | 'unpaid'

export type Verdict =
  /** Not decided yet: ask again later. */
  | { kind: 'wait' }
  /** Judge it again afterwards: money may have been returned before the payment was credited. */
  | { kind: 'credit' }
  | { kind: 'cancel'; reason: string }
  | { kind: 'review'; mismatch: Mismatch }
  /** More money was returned than tokens were taken back for. */
  | { kind: 'take-back'; upToKopecks: number }
  /** No step is left. */
  | { kind: 'nothing' }

/** How a succeeded payment differs from the order; null when it is this order's payment, in full. */
export function mismatchOf(order: Order, seen: SeenPayment, { allowsTest }: { allowsTest: boolean }): Mismatch | null {
  if (seen.orderId !== order.id) return 'order'
  if (seen.userId !== order.userId) return 'user'
  if (seen.amountKopecks !== order.amountKopecks) return 'amount'
  if (seen.currency !== order.currency) return 'currency'
  if (seen.test && !allowsTest) return 'test'
  return seen.paid ? null : 'unpaid'
}

/** What a payment means for its order. An ended order never reopens, whatever the provider reports later. */
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

/** Whether money of the payment was returned. */
export const hasRefunds = ({ refundedKopecks }: SeenPayment): boolean => (refundedKopecks ?? 0) > 0

function refundVerdict(order: Order, seen: SeenPayment): Verdict {
  // An unfinished step is finished first, or the next one would take the same tokens again.
  if (order.refundingKopecks !== null) return { kind: 'take-back', upToKopecks: order.refundingKopecks }
  // The order that the payment names does not matter: an operator may have credited a payment that names another order, or none.
  const refunded = Math.min(seen.refundedKopecks ?? 0, order.amountKopecks)
  if (refunded <= order.refundedKopecks) return { kind: 'nothing' }
  return { kind: 'take-back', upToKopecks: refunded }
}

/** The share of the tokens taken back for this share of the money, rounded in the user's favour. */
export const tokensOfRefund = ({ totalTokens, amountKopecks }: Order, refundedKopecks: number): number =>
  refundedKopecks === 0 ? 0 : Math.floor((totalTokens * refundedKopecks) / amountKopecks)

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long the provider keeps a payment open and its confirmation token valid. */
export const payableMs = hourMs

/**
 * How long an order that the provider has not confirmed is sent again. Far below the 24 hours for which the provider
 * remembers an idempotence key: after that the same key would create a second payment.
 */
export const startingMs = hourMs / 2

/**
 * How long a charge of a saved card, or a refund, is sent with the same key: almost as long as the provider remembers the key,
 * because no payer waits for it.
 */
export const keyLifeMs = 20 * hourMs

/** When an open payment is checked next if no notification arrives: often while the payer waits, then less and less. */
export function nextCheckAt(createdAt: number, now: number): number {
  const ageMs = now - createdAt
  if (ageMs < 10 * minuteMs) return now + minuteMs
  if (ageMs < 2 * hourMs) return now + 5 * minuteMs
  return now + (ageMs < dayMs ? hourMs : dayMs)
}

/** Whether money was returned whose tokens are not taken back yet. A frozen wallet may keep them until it is corrected. */
export const isTakingBack = ({ refundingKopecks }: { refundingKopecks: number | null }): boolean =>
  refundingKopecks !== null

/** The part of an order's money that was not returned. */
export const unreturnedKopecks = (order: {
  amountKopecks: number
  refundedKopecks: number
  refundingKopecks: number | null
}): number => order.amountKopecks - Math.max(order.refundedKopecks, order.refundingKopecks ?? 0)

/** The id of the credit in the wallet. It contains a colon, which ids from clients cannot. */
export const creditIdOf = (orderId: string) => `payment:${orderId}`

/** The id of the debit that takes tokens back up to this amount; the row holds the amount before it. */
export const debitIdOf = (orderId: string, upToKopecks: number) => `refund:${orderId}:${upToKopecks}`

/** The order that such an operation belongs to. */
export function orderOfOperation(operationId: string): { orderId: string; isRefund: boolean } {
  const [kind, ...parts] = operationId.split(':')
  const isRefund = kind === 'refund'
  return { orderId: (isRefund ? parts.slice(0, -1) : parts).join(':'), isRefund }
}
