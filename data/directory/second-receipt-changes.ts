// What changes in second receipts, for the duty of the clock alone (worker/payments/settle-advance.ts). A change compares the row with what
// the caller has read: of two runs one succeeds.
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import type { Lease } from './due-rows.ts'
import { type PaymentRow, payments } from './schema-payments.ts'
import { type SecondReceiptRow, secondReceipts } from './schema-receipts.ts'
import { refunds } from './schema-refunds.ts'
import { subscriptionPeriods } from './schema-subscriptions.ts'

/** What second receipts have settled, less what refunds have returned of it. */
export async function settledOf(
  directory: Directory,
  paymentId: string,
  receipts: readonly SecondReceiptRow[]
): Promise<number> {
  const returned = await directory
    .select({ kopecks: refunds.settledKopecks })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.status, ['created', 'pending', 'succeeded'])))
  const made = receipts.filter(({ status }) => status !== 'canceled' && status !== 'refused')
  return (
    made.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0) -
    returned.reduce((sum, { kopecks }) => sum + kopecks, 0)
  )
}

/**
 * Stores a receipt before it is sent, unless another run has, or money is being returned meanwhile: one statement, so that the amount fits
 * what was read.
 */
export async function insertSecondReceipt(
  { $client }: Directory,
  { id, userId, refundedKopecks }: PaymentRow,
  receipt: Pick<SecondReceiptRow, 'number' | 'amountKopecks' | 'createdAt'>
): Promise<void> {
  const returned = `select coalesce(sum(amount_kopecks), 0) from refunds
    where payment_id = ?2 and status in ('created', 'pending', 'succeeded')`
  await $client
    .prepare(
      `insert into second_receipts (id, payment_id, user_id, number, amount_kopecks, status, idempotence_key, created_at)
        select ?1, ?2, ?3, ?4, ?5, 'created', ?6, ?7 from payments
        where id = ?2 and refunded_kopecks = ?8 and refunding_kopecks is null and (${returned}) <= ?8
        on conflict do nothing`
    )
    .bind(
      crypto.randomUUID(),
      id,
      userId,
      receipt.number,
      receipt.amountKopecks,
      crypto.randomUUID(),
      receipt.createdAt,
      refundedKopecks
    )
    .run()
}

/** The provider's ids of the other receipts of this payment. */
export async function otherReceiptIds(directory: Directory, { id, paymentId }: SecondReceiptRow): Promise<string[]> {
  const found = await directory
    .select({ id: secondReceipts.providerReceiptId })
    .from(secondReceipts)
    .where(
      and(
        eq(secondReceipts.paymentId, paymentId),
        ne(secondReceipts.id, id),
        isNotNull(secondReceipts.providerReceiptId)
      )
    )
  return found.flatMap((other) => other.id ?? [])
}

/** The address goes with the end. @returns undefined when another run has changed the row first */
export const changeSecondReceipt = (
  directory: Directory,
  { id, status, idempotenceKey, sentAt }: SecondReceiptRow,
  change: Partial<
    Pick<
      SecondReceiptRow,
      | 'status'
      | 'idempotenceKey'
      | 'receiptEmail'
      | 'vatCode'
      | 'paymentSubject'
      | 'providerReceiptId'
      | 'failure'
      | 'sentAt'
      | 'endedAt'
    >
  >
): Promise<SecondReceiptRow | undefined> =>
  directory
    .update(secondReceipts)
    .set({ ...change, ...(change.endedAt && { receiptEmail: null }) })
    .where(
      and(
        eq(secondReceipts.id, id),
        eq(secondReceipts.status, status),
        eq(secondReceipts.idempotenceKey, idempotenceKey),
        sql`${secondReceipts.sentAt} is ${sentAt}`
      )
    )
    .returning()
    .get()

/** Claims a purchase whose receipts are due. Postponed, so that a failing one does not block the others. */
export const claimDueAdvance = (
  directory: Directory,
  lease: Lease,
  advanceDueAt: number
): Promise<PaymentRow | undefined> =>
  directory
    .update(payments)
    .set({ advanceDueAt })
    .where(and(eq(payments.id, lease.id), eq(payments.advanceDueAt, lease.until)))
    .returning()
    .get()

/**
 * When the receipts are looked after next; another time that was set since the claim stays, as by an erasure. Null: none is left to make,
 * and the address of an erased account is no longer kept.
 */
export async function noteAdvance(
  directory: Directory,
  payment: PaymentRow,
  { at, usedTokens }: { at: number | null; usedTokens?: number | undefined }
): Promise<void> {
  const isClaimed = sql`${payments.id} = ${payment.id} and ${payments.advanceDueAt} is ${payment.advanceDueAt}`
  const change = {
    advanceDueAt: at,
    ...(usedTokens !== undefined && { advanceUsedTokens: usedTokens }),
    ...(at === null && payment.status !== 'created' && { receiptEmail: null })
  }
  await directory.update(payments).set(change).where(isClaimed)
}

/** The end of the month of Premium that a payment has paid; undefined: it has paid none. */
export async function endOfPaidMonth(directory: Directory, paymentId: string): Promise<number | undefined> {
  const found = await directory
    .select({ endsAt: subscriptionPeriods.endsAt })
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.paymentId, paymentId))
    .get()
  return found?.endsAt
}
