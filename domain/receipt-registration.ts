// Whether the fiscal receipt (54-FZ) of a sale or of a refund reaches the register: it is asked for until it has, a week at
// most, and a person is called about one that has not.
import { nextCheckAt } from './payment.ts'

/** As the provider says; null: there is none. */
export type ReceiptStatus = 'pending' | 'succeeded' | 'canceled' | null

/** What the row of a sale or of a refund says of its receipt. */
interface Receipted {
  /** Milliseconds since the epoch: the patience begins then. */
  since: number
  receiptStatus: ReceiptStatus
  /** Null: nobody looks after it any more. */
  nextCheckAt: number | null
}

/** A receipt not registered within a week is left to an operator. */
const patienceMs = 7 * 24 * 60 * 60_000

/** As what a person is told of a receipt that will not be registered, or that nobody looks after any more; null: not now. */
export function lostReceipt(row: Receipted, seen: ReceiptStatus, now: number): 'canceled' | 'pending' | null {
  if (seen === 'canceled') return row.receiptStatus === 'canceled' ? null : 'canceled'
  return seen === 'pending' && row.nextCheckAt !== null && now - row.since >= patienceMs ? 'pending' : null
}

/** When to ask again: only while the receipt is not registered. */
export const receiptCheckAt = ({ since }: Pick<Receipted, 'since'>, seen: ReceiptStatus, now: number): number | null =>
  seen === 'pending' && now - since < patienceMs ? nextCheckAt(since, now) : null
