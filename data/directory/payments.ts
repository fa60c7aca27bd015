// The rows of purchases. Each change is a single statement that compares the row with what the caller has read: of a
// notification, a return page and the cron exactly one succeeds, and the others get `undefined`.
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { Directory } from '../base/database.ts'
import type { Lease } from './due-rows.ts'
import { type PaymentRow, payments } from './schema-payments.ts'
import { users } from './schema.ts'

export type { PaymentRow } from './schema-payments.ts'

/** The columns that a new purchase fills; later steps fill the others. */
export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'userId'
  | 'operationId'
  | 'packageId'
  | 'tokens'
  | 'bonusTokens'
  | 'totalTokens'
  | 'amountKopecks'
  | 'currency'
  | 'idempotenceKey'
  | 'receiptEmail'
  | 'createdAt'
  | 'nextCheckAt'
> &
  Partial<Pick<PaymentRow, 'isAdvance' | 'advanceDueAt' | 'vatCode'>>

/** Inserts an order, or finds the one with this user's operation id. */
export async function insertPayment(
  directory: Directory,
  payment: NewPayment
): Promise<{ row: PaymentRow; isNew: boolean }> {
  const { userId, operationId, createdAt } = payment
  const inserted: PaymentRow | undefined = await directory
    .insert(payments)
    .values({ ...payment, status: 'created', updatedAt: createdAt })
    .onConflictDoNothing()
    .returning()
    .get()
  if (inserted) return { row: inserted, isNew: true }
  const row = await directory
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.operationId, operationId)))
    .get()
  if (!row) throw new Error('An order was neither inserted nor found')
  return { row, isNew: false }
}

export const findPayment = (directory: Directory, id: string) =>
  directory.select().from(payments).where(eq(payments.id, id)).get()
export const findUserPayment = (directory: Directory, userId: string, id: string) =>
  directory
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.userId, userId)))
    .get()

export const findByProviderId = (directory: Directory, providerPaymentId: string) =>
  directory.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId)).get()

const update = (
  directory: Directory,
  change: SQLiteUpdateSetSource<typeof payments>,
  where: SQL | undefined
): Promise<PaymentRow | undefined> => directory.update(payments).set(change).where(where).returning().get()

/**
 * The next check of a caller that found nothing left to ask. A check that another caller has scheduled since the row was
 * read stays: that caller may know of a refund that this one's answer from the provider did not show yet.
 */
const checkUnlessScheduled = (row: PaymentRow, at: number | null) =>
  sql`case when ${payments.nextCheckAt} is ${row.nextCheckAt} then ${at} else ${payments.nextCheckAt} end`

/** The provider has created the payment: stores its id and removes the address of the receipt. */
export const attachPayment = (
  directory: Directory,
  { id }: PaymentRow,
  attached: { providerPaymentId: string; confirmationToken: string | null; nextCheckAt: number; now: number }
) => {
  const { now, ...change } = attached
  return update(
    directory,
    { ...change, status: 'pending', receiptEmail: null, updatedAt: now },
    and(eq(payments.id, id), eq(payments.status, 'created'))
  )
}

/** Stores that the provider does not save this order's method: from now on it is sent without saving, under this key. */
export async function giveUpSaving(directory: Directory, id: string, idempotenceKey: string): Promise<void> {
  await update(
    directory,
    { savingRefused: true, idempotenceKey },
    and(eq(payments.id, id), eq(payments.status, 'created'), eq(payments.savingRefused, false))
  )
}

const isOpen = inArray(payments.status, ['created', 'pending'])

/**
 * Called after the tokens are credited: stores that in the row and marks the user as a buyer, in one transaction.
 * @returns the row, if this call completed it
 */
export async function completePayment(
  directory: Directory,
  row: PaymentRow,
  now: number,
  { nextCheckAt, receiptStatus }: Pick<PaymentRow, 'nextCheckAt' | 'receiptStatus'>
): Promise<PaymentRow | undefined> {
  const { id, userId } = row
  const [[completed]] = await directory.batch([
    directory
      .update(payments)
      .set({
        receiptStatus,
        nextCheckAt: checkUnlessScheduled(row, nextCheckAt),
        status: 'succeeded',
        confirmationToken: null,
        completedAt: now,
        creditedAt: now,
        checkedAt: now,
        updatedAt: now
      })
      .where(and(eq(payments.id, id), isOpen))
      .returning(),
    markBuyer(directory, userId, now)
  ])
  return completed
}

/** Part of a batch: the first purchase opens all models. */
export const markBuyer = (directory: Directory, userId: string, now: number) =>
  directory
    .update(users)
    .set({ firstPurchaseAt: now })
    .where(and(eq(users.id, userId), isNull(users.firstPurchaseAt)))

/** An order that another caller has attached to its payment meanwhile is not given up: it may have been paid. */
export const cancelPayment = (directory: Directory, row: PaymentRow, cancellationReason: string, now: number) =>
  update(
    directory,
    {
      status: 'canceled',
      cancellationReason,
      confirmationToken: null,
      receiptEmail: null,
      nextCheckAt: null,
      checkedAt: now,
      updatedAt: now
    },
    and(eq(payments.id, row.id), eq(payments.status, row.status), isOpen)
  )

/** Stops crediting and checking until an operator has decided. */
export const holdForReview = (directory: Directory, { id }: PaymentRow, mismatch: string, now: number) =>
  update(
    directory,
    { status: 'review', mismatch, confirmationToken: null, nextCheckAt: null, checkedAt: now, updatedAt: now },
    and(eq(payments.id, id), isOpen)
  )

/** Stores that the provider was asked, and the state of the receipt. Never changes the status. */
export async function storeCheck(
  directory: Directory,
  row: PaymentRow,
  note: { nextCheckAt: number | null; now: number; receiptStatus?: PaymentRow['receiptStatus'] }
): Promise<void> {
  const { now, nextCheckAt, ...change } = note
  await update(
    directory,
    { ...change, nextCheckAt: checkUnlessScheduled(row, nextCheckAt), checkedAt: now },
    and(eq(payments.id, row.id), eq(payments.status, row.status))
  )
}

/** Nullable columns are compared with `is`, because in SQL nothing equals null. */
const refundUnchanged = ({ id, refundedKopecks, refundingKopecks }: PaymentRow) =>
  and(
    eq(payments.id, id),
    eq(payments.status, 'succeeded'),
    eq(payments.refundedKopecks, refundedKopecks),
    sql`${payments.refundingKopecks} is ${refundingKopecks}`
  )

/** Stores the amount up to which tokens are taken back, before the wallet is called. */
export const beginTakingBack = (directory: Directory, row: PaymentRow, upToKopecks: number, now: number) =>
  update(directory, { refundingKopecks: upToKopecks, nextCheckAt: now, updatedAt: now }, refundUnchanged(row))

/**
 * After the wallet has taken the tokens back; a trigger writes the accountant's line (`money_returns`). After a partial
 * refund the provider is asked once more, because a further refund may have followed that the caller's answer does not show.
 */
export const finishTakingBack = (directory: Directory, row: PaymentRow, refundedTokens: number, now: number) => {
  const upToKopecks = row.refundingKopecks ?? row.refundedKopecks
  return update(
    directory,
    {
      refundedKopecks: upToKopecks,
      refundingKopecks: null,
      refundedTokens,
      status: upToKopecks === row.amountKopecks ? 'refunded' : 'succeeded',
      nextCheckAt: upToKopecks === row.amountKopecks ? null : now,
      checkedAt: now,
      updatedAt: now
    },
    refundUnchanged(row)
  )
}

/** Claims an order that is due. Postponed, so that a failing one does not block the others. */
export const claimDuePayment = (directory: Directory, lease: Lease, nextCheckAt: number) =>
  update(directory, { nextCheckAt }, and(eq(payments.id, lease.id), eq(payments.nextCheckAt, lease.until)))

/** Compares the id as well, because times may be equal: pages neither repeat nor skip a payment. */
const olderThan = (userId: string, before: string): SQL =>
  sql`(${payments.createdAt}, ${payments.id}) < (select known.created_at, known.id from payments as known
    where known.user_id = ${userId} and known.id = ${before})`

export async function pageOfPayments(
  directory: Directory,
  userId: string,
  { limit, before }: { limit: number; before?: string | undefined }
): Promise<{ rows: PaymentRow[]; hasMore: boolean }> {
  const rows = await directory
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), before === undefined ? undefined : olderThan(userId, before)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit + 1)
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}
