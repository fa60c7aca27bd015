// Whether the fiscal receipt (54-FZ) of a sale or of a refund is registered: the clock asks the provider until it is, a week at
// most, and an operator gets an alarm about a receipt that is not.
import { nextCheckAt } from './payment.ts'

/** As the provider says; null: there is none. */
export type ReceiptStatus = 'pending' | 'succeeded' | 'canceled' | null

/** The receipt in the row of a sale or of a refund. */
interface Receipted {
  /** Milliseconds since the epoch: the week begins then. */
  since: number
  receiptStatus: ReceiptStatus
  /** Null: the clock no longer checks it. */
  nextCheckAt: number | null
}

/** A receipt not registered within a week is left to an operator. */
const patienceMs = 7 * 24 * 60 * 60_000

/** The state that the alarm about a receipt names: it will not be registered, or the clock gave it up; null: no alarm now. */
export function lostReceipt(row: Receipted, seen: ReceiptStatus, now: number): 'canceled' | 'pending' | null {
  if (seen === 'canceled') return row.receiptStatus === 'canceled' ? null : 'canceled'
  return seen === 'pending' && row.nextCheckAt !== null && now - row.since >= patienceMs ? 'pending' : null
}

/** When to ask again: only while the receipt is not registered. */
export const receiptCheckAt = ({ since }: Pick<Receipted, 'since'>, seen: ReceiptStatus, now: number): number | null =>
  seen === 'pending' && now - since < patienceMs ? nextCheckAt(since, now) : null
