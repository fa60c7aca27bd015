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

/** A second receipt that the provider may have, without an answer yet. */
const sentUnanswered = "status = 'created' and sent_at is not null"

const sum = (column: string, from: string, which: string) =>
  `(select coalesce(sum(${column}), 0) from ${from} where payment_id = ?2 and ${which})`

/**
 * Of a purchase sold as an advance, what is not settled yet is returned first; only the rest has been settled by second receipts. Read in
 * the statement that stores the refund, so that no receipt is made in between; one that is stored and not sent is taken back with it.
 */
const storeNew = (() => {
  const live = "status in ('created', 'pending', 'succeeded')"
  const made = sum('amount_kopecks', 'second_receipts', "status in ('pending', 'succeeded')")
  const back = sum('settled_kopecks', 'refunds', live)
  const returned = sum('amount_kopecks', 'refunds', live)
  const open = `amount_kopecks - max(refunded_kopecks, ${returned}) - ${made} + ${back}`
  return `insert into refunds
      (id, payment_id, user_id, operation_id, amount_kopecks, idempotence_key, receipt_email, created_at, next_check_at, status, settled_kopecks)
    select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'created', min(?5, ${made} - ${back}, max(0, ?5 - max(0, ${open}))) from payments
    where id = ?2 and not exists (select 1 from second_receipts where payment_id = ?2 and ${sentUnanswered})
    on conflict do nothing`
})()

const withdrawReceipt = `update second_receipts set status = 'canceled', failure = 'refund', ended_at = ?3
  where payment_id = ?2 and status = 'created' and sent_at is null and exists (select 1 from refunds where id = ?1)`

/** @returns undefined when the operation id is known, or another refund or a second receipt of the payment has no outcome yet */
export async function insertRefund(directory: Directory, refund: NewRefund): Promise<RefundRow | undefined> {
  const { $client } = directory
  const { id, paymentId, userId, operationId, amountKopecks, idempotenceKey, receiptEmail, createdAt, nextCheckAt } =
    refund
  const row = [id, paymentId, userId, operationId, amountKopecks, idempotenceKey, receiptEmail, createdAt, nextCheckAt]
  await $client.batch([
    $client.prepare(storeNew).bind(...row),
    $client.prepare(withdrawReceipt).bind(id, paymentId, createdAt)
  ])
  return findRefund(directory, id)
}

/** Whether it is not known yet if a second receipt of the payment is made: how much of a refund is an advance depends on it. */
export async function isReceiptUnderWay({ $client }: Directory, paymentId: string): Promise<boolean> {
  const statement = `select 1 from second_receipts where payment_id = ? and ${sentUnanswered}`
  return (await $client.prepare(statement).bind(paymentId).first()) !== null
}

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
