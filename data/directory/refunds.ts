// The rows of refunds that operators ordered. A change compares the row with what the caller has read: of an operator's call
// and the cron exactly one succeeds, and the other gets `undefined`.
import { and, desc, eq, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import type { Lease } from './due-rows.ts'
import { payments } from './schema-payments.ts'
import { type RefundRow, refunds } from './schema-refunds.ts'

export type { RefundRow } from './schema-refunds.ts'

export type NewRefund = Pick<
  RefundRow,
  | 'id'
  | 'paymentId'
  | 'userId'
  | 'operationId'
  | 'amountKopecks'
  | 'idempotenceKey'
  | 'receiptEmail'
  | 'createdAt'
  | 'nextCheckAt'
>

/** What operators ordered of a payment, newest first. */
export const orderedRefunds = (directory: Directory, paymentId: string): Promise<RefundRow[]> =>
  directory.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(desc(refunds.createdAt)).limit(100)

export const findRefund = (directory: Directory, id: string): Promise<RefundRow | undefined> =>
  directory.select().from(refunds).where(eq(refunds.id, id)).get()

export const findRefundOrder = (
  directory: Directory,
  paymentId: string,
  operationId: string
): Promise<RefundRow | undefined> =>
  directory
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.operationId, operationId)))
    .get()

/**
 * Of a purchase sold as an advance, what is not settled yet is returned first; only the rest has been settled by second receipts. Read in
 * the statement that stores the refund, so that no receipt is made in between.
 */
const settledPart = ({ paymentId, amountKopecks }: Pick<NewRefund, 'paymentId' | 'amountKopecks'>) => {
  const live = sql`status in ('created', 'pending', 'succeeded')`
  const made = sql`(select coalesce(sum(amount_kopecks), 0) from second_receipts where payment_id = ${paymentId} and ${live})`
  const back = sql`(select coalesce(sum(settled_kopecks), 0) from refunds where payment_id = ${paymentId} and ${live})`
  const returned = sql`(select coalesce(sum(amount_kopecks), 0) from refunds where payment_id = ${paymentId} and ${live})`
  const open = sql`amount_kopecks - max(refunded_kopecks, ${returned}) - ${made} + ${back}`
  return sql<number>`coalesce((select min(${amountKopecks}, ${made} - ${back}, max(0, ${amountKopecks} - max(0, ${open})))
    from payments where id = ${paymentId}), 0)`
}

/** @returns undefined when the operation id is known, or another refund of the payment has no outcome yet */
export const insertRefund = (directory: Directory, refund: NewRefund): Promise<RefundRow | undefined> =>
  directory
    .insert(refunds)
    .values({ ...refund, status: 'created', settledKopecks: settledPart(refund) })
    .onConflictDoNothing()
    .returning()
    .get()

/** The provider's ids of the other refunds of this payment that operators ordered. */
export async function otherRefundIds(directory: Directory, { id, paymentId }: RefundRow): Promise<string[]> {
  const found = await directory
    .select({ id: refunds.providerRefundId })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.id, id), isNotNull(refunds.providerRefundId)))
  return found.flatMap((other) => other.id ?? [])
}

/** Nullable columns are compared with `is`, because in SQL nothing equals null. */
const unchanged = ({ id, status, idempotenceKey, checkedAt }: RefundRow) =>
  and(
    eq(refunds.id, id),
    eq(refunds.status, status),
    eq(refunds.idempotenceKey, idempotenceKey),
    sql`${refunds.checkedAt} is ${checkedAt}`
  )

/** Stores that the provider is about to be called, before it is called. */
export const noteRefund = (
  directory: Directory,
  row: RefundRow,
  note: Partial<Pick<RefundRow, 'idempotenceKey' | 'sentAt'>> & Pick<RefundRow, 'checkedAt' | 'nextCheckAt'>
): Promise<RefundRow | undefined> => directory.update(refunds).set(note).where(unchanged(row)).returning().get()

/** Stores the outcome and, when money went back, schedules the check that takes back what was bought. */
export async function storeRefund(
  directory: Directory,
  { id, paymentId }: RefundRow,
  outcome: Pick<RefundRow, 'status' | 'nextCheckAt'> & Partial<Pick<RefundRow, 'providerRefundId' | 'failure'>>,
  now: number
): Promise<RefundRow | undefined> {
  const storing = directory
    .update(refunds)
    .set({ ...outcome, receiptEmail: null, checkedAt: now })
    .where(and(eq(refunds.id, id), inArray(refunds.status, ['created', 'pending'])))
    .returning()
  if (outcome.status !== 'succeeded') return (await storing)[0]
  const [[stored]] = await directory.batch([
    storing,
    directory.update(payments).set({ nextCheckAt: now }).where(eq(payments.id, paymentId))
  ])
  return stored
}

/** Claims a refund that is due. Postponed, so that a failing one does not block the others. */
export const claimDueRefund = (
  directory: Directory,
  lease: Lease,
  nextCheckAt: number
): Promise<RefundRow | undefined> =>
  directory
    .update(refunds)
    .set({ nextCheckAt })
    .where(and(eq(refunds.id, lease.id), eq(refunds.nextCheckAt, lease.until)))
    .returning()
    .get()

/** Schedules the check of an ended refund's receipt, or none. */
export async function noteEndedRefund(
  directory: Directory,
  id: string,
  rest: { nextCheckAt: number | null; receiptStatus?: RefundRow['receiptStatus'] }
): Promise<void> {
  await directory
    .update(refunds)
    .set(rest)
    .where(and(eq(refunds.id, id), notInArray(refunds.status, ['created', 'pending'])))
}
