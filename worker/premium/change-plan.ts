// The user's changes to the plan: begin, resume, cancel, detach the card.
import { currency } from '#contract/catalogue/packages.ts'
import { planOf, premiumPackageId } from '#contract/catalogue/plans.ts'
import { tokenOf } from '#data/directory/payment-view.ts'
import type { PaymentRow } from '#data/directory/payments.ts'
import { findByOperation, insertPremiumPayment, openPremiumPayment } from '#data/directory/subscription-payments.ts'
import {
  changeSubscription,
  findSubscription,
  hasGift,
  type PremiumGift,
  type SubscriptionRow
} from '#data/directory/subscriptions.ts'
import { advanceOf } from '#domain/advance-sale.ts'
import { kopecksIn } from '#domain/money.ts'
import { nextCheckAt } from '#domain/payment.ts'
import { cancelled, detached, isRenewal, resumed, type Subscription, premiumRequestStep } from '#domain/subscription.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitPurchases } from '../http/limit.ts'
import { callerAccount } from '../http/session.ts'
import { expectFreshOfGuarded } from '../people/expect-fresh.ts'
import { advancePayment } from '../payments/advance-payment.ts'
import { publishPlan } from '../payments/grant-premium.ts'
import { paymentPorts } from '../payments/payment-ports.ts'
import { beginOrder } from '../payments/purchase.ts'

const triesMax = 5
const retryAfterSeconds = 5
/** When the client should repeat its request while a renewal charge has no outcome yet. */
const chargingRetrySeconds = 60

export interface ChangedPlan {
  subscription: SubscriptionRow | null
  payment: PaymentRow | null
}

/** Changes a running plan; an ended one stays as it is, and so does one to which this gift was given. */
export async function changePlan(
  c: AppContext,
  ofUser: string,
  rule: (before: Subscription, now: number) => Subscription,
  gift?: PremiumGift
): Promise<ChangedPlan> {
  const { directory } = c.var
  for (let tries = 0; tries < triesMax; tries++) {
    const now = Date.now()
    const [before, isGiven] = await Promise.all([
      findSubscription(directory, ofUser),
      gift ? hasGift(directory, gift.actionId) : false
    ])
    if (!before || before.state === 'ended' || isGiven) return { subscription: before, payment: null }
    const { userId } = before
    const subscription = await changeSubscription(directory, before, { userId, after: rule(before, now), gift, now })
    if (!subscription) continue
    await publishPlan(c.env, subscription, now)
    return { subscription, payment: null }
  }
  throw new AppError('UNAVAILABLE', { retryAfter: retryAfterSeconds })
}

export const cancelPlan = (c: AppContext): Promise<ChangedPlan> => changePlan(c, c.var.caller.userId, cancelled)

/** Deletes the saved method, so that the card can no longer be charged. */
export const detachMethod = (c: AppContext): Promise<ChangedPlan> => changePlan(c, c.var.caller.userId, detached)

const isPayable = (row: PaymentRow, amountKopecks: number, now: number) =>
  row.amountKopecks === amountKopecks && (row.status === 'created' || tokenOf(row, now) !== null)

/**
 * Handles the open payment that blocks a new one.
 * @returns the payment to continue with, or null when it has just ended
 */
async function settleOpen(c: AppContext, amountKopecks: number): Promise<PaymentRow | null> {
  const open = await openPremiumPayment(c.var.directory, c.var.caller.userId)
  if (!open) return null
  if (isRenewal(open))
    throw new AppError('OPERATION_IN_PROGRESS', {
      text: 'Списание с вашей карты ещё обрабатывается. Подождите минуту и обновите страницу',
      retryAfter: chargingRetrySeconds
    })
  const now = Date.now()
  if (isPayable(open, amountKopecks, now)) return open
  try {
    const { status } = await advancePayment(paymentPorts(c.env, c.var.environment), open, now)
    if (status !== 'created' && status !== 'pending') return null
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
  }
  throw new AppError('PAYMENT_DELAYED', { data: { id: open.id }, retryAfter: retryAfterSeconds })
}

/** @throws AppError PAYMENT_DELAYED, PAYMENT_FAILED, OPERATION_IN_PROGRESS, RATE_LIMITED */
async function pay(c: AppContext, operationId: string): Promise<PaymentRow> {
  await limitPurchases(c)
  const { id: userId, email } = callerAccount(c)
  const amountKopecks = kopecksIn(planOf('premium').priceRub)
  for (let tries = 0; tries < triesMax; tries++) {
    const now = Date.now()
    const inserted = await insertPremiumPayment(c.var.directory, {
      id: crypto.randomUUID(),
      userId,
      operationId,
      amountKopecks,
      currency,
      idempotenceKey: crypto.randomUUID(),
      receiptEmail: email,
      createdAt: now,
      nextCheckAt: nextCheckAt(now, now),
      ...advanceOf(c.var.environment, now)
    })
    const row = inserted ?? (await settleOpen(c, amountKopecks))
    if (row) return beginOrder(row, c)
  }
  throw new AppError('UNAVAILABLE', { retryAfter: retryAfterSeconds })
}

/**
 * Begins or resumes the plan, or leaves it alone, as `premiumRequestStep` says. A repeated operation id continues with
 * the payment that it began.
 * @throws AppError, FRESH_SIGN_IN_REQUIRED of who has a passkey or an authenticator, IDEMPOTENCY_MISMATCH when the id belongs to another purchase
 */
export async function requestPremium(c: AppContext, operationId: string): Promise<ChangedPlan> {
  const { directory, caller } = c.var
  const [subscription, known] = await Promise.all([
    findSubscription(directory, caller.userId),
    findByOperation(directory, caller.userId, operationId)
  ])
  if (known && known.packageId !== premiumPackageId) throw new AppError('IDEMPOTENCY_MISMATCH')
  if (known) return { subscription, payment: await beginOrder(known, c) }
  const wish = premiumRequestStep(subscription, Date.now())
  switch (wish) {
    case 'nothing':
      return { subscription, payment: null }
    case 'resume':
      // Checked again inside the change: if the period has ended meanwhile, the plan is not resumed.
      return changePlan(c, caller.userId, (plan, now) =>
        premiumRequestStep(plan, now) === 'resume' ? resumed(plan) : plan
      )
    case 'pay':
      // The payment saves the card.
      await expectFreshOfGuarded(c)
      return { subscription, payment: await pay(c, operationId) }
    default:
      return wish satisfies never
  }
}
