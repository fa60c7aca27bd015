// What an operator may do with a payment in review. Pure. Must never credit or refund what the provider does not call
// paid, nor carry out two decisions about one payment.
import type { ReviewDecision } from '#contract/operator/money/payments.ts'
import type { PaymentStatus, SeenPayment } from './payment.ts'

/** The cancellation reason of a payment that an operator dismissed. */
export const dismissedReason = 'dismissed'

/** Why a decision is impossible; null when it is possible. @param seen null: the provider does not know the payment */
export function reviewProblem(
  decision: ReviewDecision,
  { status, reviewDecision }: { status: PaymentStatus; reviewDecision: ReviewDecision | null },
  seen: SeenPayment | null
): 'not-in-review' | 'decided-otherwise' | 'not-paid' | null {
  if (status !== 'review') return 'not-in-review'
  if (reviewDecision !== null && reviewDecision !== decision) return 'decided-otherwise'
  if (decision === 'dismiss') return null
  return seen?.status === 'succeeded' && seen.paid && seen.amountKopecks !== null ? null : 'not-paid'
}

/** The paid amount; the order's amount when the payment was in another currency. */
export const paidKopecks = (order: { amountKopecks: number; currency: string }, seen: SeenPayment | null): number =>
  seen?.currency === order.currency && seen.amountKopecks !== null ? seen.amountKopecks : order.amountKopecks

/** What the provider still has to return. */
export const unrefundedKopecks = ({ amountKopecks, refundedKopecks }: SeenPayment): number =>
  Math.max((amountKopecks ?? 0) - (refundedKopecks ?? 0), 0)
