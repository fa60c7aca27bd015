// How a payment leaves its review. An operator's decision is stored before it is carried out, so that of two operators
// only one decides; each change is a single statement that compares the row with that decision.
import { and, eq, inArray, isNull, notExists, or } from 'drizzle-orm'
import type { ReviewDecision } from '#contract/operator/money/payments.ts'
import type { Directory } from '../base/database.ts'
import { markBuyer, type PaymentRow } from './payments.ts'
import { payments } from './schema-payments.ts'
import { refunds } from './schema-refunds.ts'

const inReview = (id: string) => and(eq(payments.id, id), eq(payments.status, 'review'))

const ended = (now: number) => ({ completedAt: now, checkedAt: now, updatedAt: now, receiptEmail: null })

/** Stores the decision. @returns undefined when the payment is not in review, or another decision has begun */
export const claimReview = (
  directory: Directory,
  id: string,
  decision: ReviewDecision,
  now: number
): Promise<PaymentRow | undefined> =>
  directory
    .update(payments)
    .set({ reviewDecision: decision, updatedAt: now })
    .where(and(inReview(id), or(isNull(payments.reviewDecision), eq(payments.reviewDecision, decision))))
    .returning()
    .get()

/**
 * Takes a decision back that turned out to be impossible. It stays while a refund of the payment is under way or made: the
 * call that failed may have repeated an earlier order than that one.
 */
export async function unclaimReview(directory: Directory, id: string, decision: ReviewDecision): Promise<void> {
  const effective = directory
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), inArray(refunds.status, ['created', 'pending', 'succeeded'])))
  await directory
    .update(payments)
    .set({ reviewDecision: null })
    .where(and(inReview(id), eq(payments.reviewDecision, decision), notExists(effective)))
}

const isDecided = (id: string, decision: ReviewDecision) => and(inReview(id), eq(payments.reviewDecision, decision))

/** Called after the wallet was credited. `amountKopecks`: the paid amount, against which later refunds are measured. */
export async function endReviewCredited(
  directory: Directory,
  { id, userId }: PaymentRow,
  paid: { amountKopecks: number; now: number; nextCheckAt: number }
): Promise<PaymentRow | undefined> {
  const { amountKopecks, now, nextCheckAt } = paid
  const [[row]] = await directory.batch([
    directory
      .update(payments)
      .set({ ...ended(now), status: 'succeeded', creditedAt: now, amountKopecks, nextCheckAt })
      .where(isDecided(id, 'credit'))
      .returning(),
    markBuyer(directory, userId, now)
  ])
  return row
}

/** Called after the provider has returned all of the money. */
export const endReviewRefunded = (
  directory: Directory,
  { id }: PaymentRow,
  { amountKopecks, now }: { amountKopecks: number; now: number }
): Promise<PaymentRow | undefined> =>
  directory
    .update(payments)
    .set({ ...ended(now), status: 'refunded', amountKopecks, refundedKopecks: amountKopecks })
    .where(isDecided(id, 'refund'))
    .returning()
    .get()

export const endReviewDismissed = (
  directory: Directory,
  { id }: PaymentRow,
  reason: string,
  now: number
): Promise<PaymentRow | undefined> =>
  directory
    .update(payments)
    .set({ ...ended(now), status: 'canceled', cancellationReason: reason })
    .where(isDecided(id, 'dismiss'))
    .returning()
    .get()
