// Payments as operators list them. Every list follows an index.
import { and, asc, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import type { Directory } from '../database.ts'
import { isOfCredited } from './closings.ts'
import { type PaymentRow, payments } from './schema-payments.ts'
import { type RefundRow, refunds } from './schema-refunds.ts'

export interface PaymentPlace {
  createdAt: number
  id: string
}

/** Newest first, behind a place in that order. */
export const listedPayments = (
  directory: Directory,
  { state, user, before, limit }: { state: 'all' | 'review'; user?: string; before: PaymentPlace | null; limit: number }
): Promise<PaymentRow[]> =>
  directory
    .select()
    .from(payments)
    .where(
      and(
        // As the index of payments in review has it.
        state === 'review' ? sql`${payments.status} = 'review'` : undefined,
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

/** Users of whom tokens were taken back, in the order of their ids. */
export async function usersWithRefunds(directory: Directory, after: string, limit: number): Promise<string[]> {
  const found = await directory
    .selectDistinct({ userId: payments.userId })
    .from(payments)
    .where(and(sql`${payments.refundedTokens} > 0`, gt(payments.userId, after)))
    .orderBy(asc(payments.userId))
    .limit(limit)
  return found.map(({ userId }) => userId)
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

/** Refunds of credited payments that were ordered in a span and made. */
export const madeRefunds = (
  directory: Directory,
  { start, end }: Span,
  limit: number,
  after: PaymentPlace | null
): Promise<RefundRow[]> =>
  directory
    .select()
    .from(refunds)
    .where(
      and(
        gte(refunds.createdAt, after?.createdAt ?? start),
        lt(refunds.createdAt, end),
        eq(refunds.status, 'succeeded'),
        isOfCredited,
        after ? or(gt(refunds.createdAt, after.createdAt), gt(refunds.id, after.id)) : undefined
      )
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(limit)
