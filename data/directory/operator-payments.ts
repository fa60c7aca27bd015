// Payments as operators list them. Every list follows an index.
import { and, asc, count, desc, eq, getTableColumns, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PaymentFilter } from '#contract/operator/money/payments.ts'
import type { Directory } from '../base/database.ts'
import { type PaymentRow, payments } from './schema-payments.ts'
import { moneyReturns } from './schema-refunds.ts'

export interface PaymentPlace {
  createdAt: number
  id: string
}

/** The conditions, word for word as in their indexes. */
const conditions: Record<PaymentFilter, SQL | undefined> = {
  all: undefined,
  review: sql`${payments.status} = 'review'`,
  'receipt-pending': sql`${payments.receiptStatus} = 'pending'`,
  'receipt-canceled': sql`${payments.receiptStatus} = 'canceled'`
}

/** Newest first, behind a place in that order. */
export const listedPayments = (
  directory: Directory,
  { state, user, before, limit }: { state: PaymentFilter; user?: string; before: PaymentPlace | null; limit: number }
): Promise<PaymentRow[]> =>
  directory
    .select()
    .from(payments)
    .where(
      and(
        conditions[state],
        user === undefined ? undefined : eq(payments.userId, user),
        before
          ? or(
              lt(payments.createdAt, before.createdAt),
              and(eq(payments.createdAt, before.createdAt), lt(payments.id, before.id))
            )
          : undefined
      )
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)

export async function countInReview(directory: Directory): Promise<number> {
  const [row] = await directory.select({ total: count() }).from(payments).where(conditions.review)
  return row?.total ?? 0
}

interface Span {
  start: number
  end: number
}

/** Payments that were credited in a span, oldest first, behind the time and id of the last one. */
export const creditedPayments = (
  directory: Directory,
  { start, end }: Span,
  limit: number,
  after: PaymentPlace | null
) =>
  directory
    .select()
    .from(payments)
    .where(
      and(
        gte(payments.creditedAt, after?.createdAt ?? start),
        lt(payments.creditedAt, end),
        after ? or(gt(payments.creditedAt, after.createdAt), gt(payments.id, after.id)) : undefined
      )
    )
    .orderBy(asc(payments.creditedAt), asc(payments.id))
    .limit(limit)

/** Returned money of credited payments in a span, with the provider's id of the payment. */
export const returnedMoney = (directory: Directory, { start, end }: Span, limit: number, after: PaymentPlace | null) =>
  directory
    .select({ ...getTableColumns(moneyReturns), providerPaymentId: payments.providerPaymentId })
    .from(moneyReturns)
    .leftJoin(payments, eq(payments.id, moneyReturns.paymentId))
    .where(
      and(
        gte(moneyReturns.at, after?.createdAt ?? start),
        lt(moneyReturns.at, end),
        after ? or(gt(moneyReturns.at, after.createdAt), gt(moneyReturns.id, after.id)) : undefined
      )
    )
    .orderBy(asc(moneyReturns.at), asc(moneyReturns.id))
    .limit(limit)
