// The rules of a refund that an operator ordered. Must never take a refund that the provider has made for one that it has
// not: it would give the money back twice.
import { kopecksOf } from './money.ts'

/**
 * created: the order is stored, the provider may or may not know it. pending: the provider has accepted it and the money is
 * still on its way. canceled: the provider accepted it and did not carry it out. refused: the provider did not accept it.
 */
export type RefundStatus = 'created' | 'pending' | 'succeeded' | 'canceled' | 'refused'

/** A refund in the provider's list. Null: not stated, or not in the documented form. */
export interface SeenRefund {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  amount: string | null
  createdAt: number | null
}

/** The provider's clock may be behind ours. */
const clockSkewMs = 60_000

/**
 * The refund that the provider made for this order. The provider's refund names no order, so the amount and the time decide: a
 * refund of the same amount that a person made in the provider's dashboard since then counts as well, because the
 * operator can order another one, but money that was sent twice is lost.
 * @param seen all refunds of the payment
 * @param otherIds those that belong to other orders
 */
export function madeRefund<Seen extends SeenRefund>(
  order: { providerRefundId: string | null; amountKopecks: number; createdAt: number },
  seen: readonly Seen[],
  otherIds: readonly string[]
): Seen | undefined {
  if (order.providerRefundId !== null) return seen.find(({ id }) => id === order.providerRefundId)
  return seen.find(
    ({ id, status, amount, createdAt }) =>
      status !== 'canceled' &&
      kopecksOf(amount) === order.amountKopecks &&
      (createdAt === null || createdAt >= order.createdAt - clockSkewMs) &&
      !otherIds.includes(id)
  )
}
