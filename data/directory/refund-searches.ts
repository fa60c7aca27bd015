// The bookmarks of the searches through the provider's refunds and its payments. A bookmark moves behind a page only when all that
// the page asks for is done, so that an interrupted search repeats the page.
import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { type PaymentRow, payments } from './schema-payments.ts'
import { refundSearches, type RefundSearchRow } from './schema-refunds.ts'

export type { RefundSearchRow } from './schema-refunds.ts'

/**
 * Takes the search if it is due, and puts it off, so that two runs do not search at once. The first search ever begins
 * with the oldest refund.
 */
export const takeSearch = (
  directory: Directory,
  provider: string,
  { now, putOffTo }: { now: number; putOffTo: number }
): Promise<RefundSearchRow | undefined> =>
  directory
    .insert(refundSearches)
    .values({ provider, comparedUntil: 0, dueAt: putOffTo })
    .onConflictDoUpdate({
      target: refundSearches.provider,
      set: { dueAt: putOffTo },
      setWhere: lte(refundSearches.dueAt, now)
    })
    .returning()
    .get()

export type SearchProgress = Omit<RefundSearchRow, 'provider'>

/** The statement does nothing when another run has taken the search meanwhile. */
const moveBookmark = (directory: Directory, { provider, dueAt }: RefundSearchRow, progress: SearchProgress) =>
  directory
    .update(refundSearches)
    .set(progress)
    .where(and(eq(refundSearches.provider, provider), eq(refundSearches.dueAt, dueAt)))
    .returning()

/** @returns the row; undefined when another run has taken the search meanwhile */
export const storeProgress = (
  directory: Directory,
  taken: RefundSearchRow,
  progress: SearchProgress
): Promise<RefundSearchRow | undefined> => moveBookmark(directory, taken, progress).get()

/** Which of the provider's payments belong to no order. */
export async function withoutOrder(directory: Directory, paymentIds: string[]): Promise<Set<string>> {
  const known = await directory
    .select({ id: payments.providerPaymentId })
    .from(payments)
    .where(inArray(payments.providerPaymentId, paymentIds))
  const ours = new Set(known.map(({ id }) => id))
  return new Set(paymentIds.filter((id) => !ours.has(id)))
}

/**
 * Schedules a check of the orders with these payments, unless all of their money is known to be back or they were never
 * credited. May be repeated.
 * @returns the scheduled orders
 */
export const scheduleChecks = (directory: Directory, paymentIds: string[], now: number): Promise<PaymentRow[]> =>
  directory
    .update(payments)
    .set({ nextCheckAt: now })
    .where(and(inArray(payments.providerPaymentId, paymentIds), inArray(payments.status, ['pending', 'succeeded'])))
    .returning()
