// Ends the review of a payment as an operator has decided. The decision is stored first, then carried out, then the row
// is ended: after an interruption at any step the same decision continues, and no other is possible. Must never credit
// and refund the same payment.
import type { ReviewDecision } from '#contract/operator/money/payments.ts'
import {
  claimReview,
  endReviewCredited,
  endReviewDismissed,
  endReviewRefunded,
  unclaimReview
} from '#data/directory/payment-reviews.ts'
import { addOutgoingMail } from '#data/directory/outgoing-mails.ts'
import type { OutgoingMailFacts } from '#data/directory/schema-outgoing-mails.ts'
import { findPayment, type PaymentRow } from '#data/directory/payments.ts'
import { creditIdOf, debitIdOf, type SeenPayment } from '#domain/payment.ts'
import { dismissedReason, paidKopecks, reviewProblem, unrefundedKopecks } from '#domain/payment-review.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import type { AppContext } from '../http/context.ts'
import { AppError, conflict, expectFound } from '../http/errors.ts'
import { advancePayment, type PaymentPorts, seenOf } from './advance-payment.ts'
import { paymentPorts } from './payment-ports.ts'
import { refundPayment } from './refund-payment.ts'

export interface Reviewed {
  row: PaymentRow
  payment: ProviderPayment | null
  seen: SeenPayment | null
  /** Why the provider has not answered; null when it has. */
  silence: string | null
}

const problemTexts = {
  'not-in-review': 'Платёж не на проверке',
  'decided-otherwise': 'По платежу уже начато другое решение: доведите его до конца',
  'not-paid': 'Платёжная система не называет этот платёж оплаченным: его можно только закрыть'
}

/** @throws AppError NOT_FOUND */
export async function readReviewed(c: AppContext, id: string): Promise<Reviewed> {
  const row = expectFound(await findPayment(c.var.directory, id))
  if (row.providerPaymentId === null) return { row, payment: null, seen: null, silence: null }
  try {
    const payment = await paymentPorts(c.env, c.var.environment).provider.read(row.providerPaymentId)
    return { row, payment, seen: payment && seenOf(payment), silence: null }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { row, payment: null, seen: null, silence: error.message }
  }
}

interface Ending {
  c: AppContext
  ports: PaymentPorts
  row: PaymentRow
  payment: ProviderPayment
  seen: SeenPayment
  actionId: string
}

/**
 * By when a gradual deployment has ended: the clock of the script before knows nothing of these mails, and would send one without a subject
 * and a text.
 */
const mailPauseMs = 15 * 60_000

/** Before the row is ended: an interrupted call is repeated. */
async function queueMail({ c, row }: Pick<Ending, 'c' | 'row'>, id: string, facts: OutgoingMailFacts): Promise<void> {
  const now = Date.now()
  await addOutgoingMail(c.var.directory, { id, userId: row.userId, facts, now, sendAt: now + mailPauseMs })
}

/** The tokens first: a row that has ended is never processed again. What was refunded meanwhile is taken back. */
async function credit(ending: Ending): Promise<PaymentRow | undefined> {
  const { c, ports, row, payment, seen } = ending
  await ports.credit(row, creditIdOf(row.id), payment)
  const now = Date.now()
  const paid = { amountKopecks: paidKopecks(row, seen), now, nextCheckAt: now }
  const { amountKopecks } = paid
  const { id, totalTokens: tokens } = row
  // Premium has begun with a mail of its own.
  if (tokens > 0) await queueMail(ending, creditIdOf(id), { kind: 'credit', amountKopecks, tokens })
  const credited = await endReviewCredited(c.var.directory, row, paid)
  if (!credited) return undefined
  return advancePayment(ports, credited, now).catch((error: unknown) => {
    // The row is due, so the cron asks again.
    if (error instanceof ProviderFailure) return credited
    throw error
  })
}

/** @returns null when the provider has accepted the refund but not made it yet */
async function refund({ c, ports, row, seen, actionId }: Ending): Promise<PaymentRow | undefined | null> {
  const left = unrefundedKopecks(seen)
  if (left > 0) {
    const command = { paymentId: row.id, amountKopecks: left, operationId: actionId, isReviewed: true }
    const { refund: made } = await refundPayment(c, command)
    if (made.status === 'pending') return null
  }
  const amountKopecks = paidKopecks(row, seen)
  await ports.queueRefundMail(row, debitIdOf(row.id, amountKopecks), { amountKopecks, tokens: 0 })
  return endReviewRefunded(c.var.directory, row, { amountKopecks, now: Date.now() })
}

async function dismiss(c: AppContext, row: PaymentRow): Promise<PaymentRow | undefined> {
  await queueMail({ c, row }, `dismissed:${row.id}`, { kind: 'dismissed', amountKopecks: row.amountKopecks })
  return endReviewDismissed(c.var.directory, row, dismissedReason, Date.now())
}

function carryOut(decision: ReviewDecision, reviewed: Reviewed, actionId: string, c: AppContext) {
  const { row, payment, seen } = reviewed
  if (decision === 'dismiss') return dismiss(c, row)
  if (!payment || !seen) throw new Error('A payment that the provider does not know cannot be credited or refunded')
  const ending = { c, ports: paymentPorts(c.env, c.var.environment), row, payment, seen, actionId }
  return decision === 'credit' ? credit(ending) : refund(ending)
}

const refusal = (problem: keyof typeof problemTexts) => conflict(problemTexts[problem])

interface ReviewOrder {
  decision: ReviewDecision
  /** The id of the operator's action, by which a refund is ordered once. */
  actionId: string
  /** An earlier call of this action may have ended the review and died before it was recorded. */
  isRepeated: boolean
}

/**
 * The allowed decisions depend on what was paid, except closing, which moves no money.
 * @throws AppError CONFLICT, PAYMENT_DELAYED when the provider is silent
 */
export function expectDecidable(decision: ReviewDecision, { row, seen, silence }: Reviewed): void {
  if (silence !== null && decision !== 'dismiss')
    throw new AppError('PAYMENT_DELAYED', { text: `Платёжная система не отвечает: ${silence}` })
  const problem = reviewProblem(decision, row, seen)
  if (problem) throw refusal(problem)
}

/**
 * @returns the row; `done` is false while the provider has not made the refund
 * @throws AppError CONFLICT, PAYMENT_DELAYED when the outcome is unknown, PAYMENT_FAILED when the provider refuses
 */
export async function endReview(
  c: AppContext,
  reviewed: Reviewed,
  { decision, actionId, isRepeated }: ReviewOrder
): Promise<{ row: PaymentRow; done: boolean }> {
  const { row } = reviewed
  const { directory } = c.var
  if (isRepeated && row.status !== 'review' && row.reviewDecision === decision) return { row, done: true }
  expectDecidable(decision, reviewed)
  const claimed = await claimReview(directory, row.id, decision, Date.now())
  if (!claimed) throw refusal('decided-otherwise')
  try {
    const ended = await carryOut(decision, { ...reviewed, row: claimed }, actionId, c)
    if (ended === null) return { row: claimed, done: false }
    // Undefined: the same decision, sent twice, was carried out by the other call.
    const current = ended ?? (await findPayment(directory, row.id)) ?? claimed
    await paymentPorts(c.env, c.var.environment).announce(current)
    return { row: current, done: true }
  } catch (error) {
    // The provider has refused, so nothing was done: another decision is possible.
    if (error instanceof AppError && error.refusal.code === 'PAYMENT_FAILED')
      await unclaimReview(directory, row.id, decision)
    throw error
  }
}
