// What a payment for Premium does to the plan: it adds a month, and a full refund takes it away. Each counts once,
// however often and by which caller it is called.
import type { PaymentRow } from '#data/directory/payments.ts'
import { openDirectory } from '#data/base/database.ts'
import {
  changeSubscription,
  findPeriod,
  findSubscription,
  type SubscriptionRow
} from '#data/directory/subscriptions.ts'
import { monthsLater } from '#domain/billing-calendar.ts'
import {
  isRenewal,
  isRunning,
  withPaidMonth,
  refunded,
  renewsAt,
  type SavedMethod,
  type Subscription
} from '#domain/subscription.ts'
import { publish } from '#durable-objects/publish.ts'

/**
 * Each failed try means that another caller changed the plan first. More than this many at once does not happen: only
 * the user, the cron and a payment change it.
 */
const triesMax = 5

/** Tells the user's open pages. */
export const publishPlan = (env: Env, row: SubscriptionRow, now: number): Promise<void> =>
  publish(env, row.userId, { type: 'subscription', planId: isRunning(row, now) ? 'premium' : 'free' })

function mailOf(after: Subscription, isNew: boolean, { id, amountKopecks }: PaymentRow) {
  const { periodEnd, priceKopecks, methodTitle } = after
  const common = { periodEnd, renewsAt: renewsAt(after), methodTitle }
  return isNew
    ? { id: `begun:${id}`, facts: { kind: 'begun' as const, ...common, priceKopecks } }
    : { id: `renewed:${id}`, facts: { kind: 'renewed' as const, ...common, paidKopecks: amountKopecks } }
}

/** @throws when the plan keeps changing; the payment is then processed again later */
export async function grantPremium(env: Env, row: PaymentRow, method: SavedMethod | null, now: number): Promise<void> {
  const directory = openDirectory(env)
  for (let tries = 0; tries < triesMax; tries++) {
    const [before, known] = await Promise.all([findSubscription(directory, row.userId), findPeriod(directory, row.id)])
    if (known) return
    const paid = { newId: crypto.randomUUID(), priceKopecks: row.amountKopecks }
    const after = isRenewal(row)
      ? withPaidMonth(before, { ...paid, by: 'renewal', method: null }, now)
      : withPaidMonth(before, { ...paid, by: 'owner', method }, now)
    const startsAt = monthsLater(after.anchorAt, after.months - 1)
    const changed = await changeSubscription(directory, before, {
      userId: row.userId,
      after,
      period: { paymentId: row.id, startsAt, endsAt: after.periodEnd },
      mail: mailOf(after, after.id === paid.newId, row),
      now
    })
    if (changed) return publishPlan(env, changed, now)
  }
  throw new Error('A plan kept changing while it was paid for')
}

/**
 * A user who gets money back has withdrawn, so the card is not charged again. A full refund also ends the paid month;
 * after a partial one the month continues.
 * @throws when the plan keeps changing
 */
export async function takeBackPremium(env: Env, row: PaymentRow, now: number): Promise<void> {
  const isWhole = row.refundingKopecks === row.amountKopecks
  const directory = openDirectory(env)
  for (let tries = 0; tries < triesMax; tries++) {
    const [before, period] = await Promise.all([findSubscription(directory, row.userId), findPeriod(directory, row.id)])
    if (!before || !period || period.refundedAt !== null || before.id !== period.subscriptionId) return
    const after = refunded(before, { endsAt: period.endsAt, isWhole }, now)
    const hasEnded = after.state === 'ended' && before.state !== 'ended'
    const changed = await changeSubscription(directory, before, {
      userId: row.userId,
      after,
      ...(isWhole ? { refundedPaymentId: row.id } : {}),
      ...(hasEnded
        ? { mail: { id: `ended:${before.id}`, facts: { kind: 'ended', cause: 'refunded', reason: null } } }
        : {}),
      now
    })
    if (changed) return publishPlan(env, changed, now)
  }
  throw new Error('A plan kept changing while its money went back')
}
