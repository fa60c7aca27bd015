import { planOf } from '#contract/catalogue/plans.ts'
import type { Subscription } from '#contract/subscription.ts'
import { rubOf } from '#domain/money.ts'
import { dueAt, isRunning, renewsAt } from '#domain/subscription.ts'
import type { SubscriptionRow } from './schema-subscriptions.ts'

const none: Subscription = {
  planId: 'free',
  state: 'none',
  priceRub: planOf('premium').priceRub,
  periodStart: null,
  periodEnd: null,
  renewsAt: null,
  endsAt: null,
  paymentMethod: null,
  declineReason: null
}

/** The plan as shown to its owner. */
export function subscriptionView(row: SubscriptionRow | null, now: number): Subscription {
  if (!row || row.state === 'ended' || !isRunning(row, now)) return none
  const { state, priceKopecks, periodStart, periodEnd, methodTitle, declineReason } = row
  const chargedAt = renewsAt(row)
  return {
    planId: 'premium',
    state,
    priceRub: rubOf(priceKopecks),
    periodStart,
    periodEnd,
    renewsAt: chargedAt,
    endsAt: chargedAt === null ? dueAt(row) : null,
    paymentMethod: methodTitle === null ? null : { title: methodTitle },
    declineReason
  }
}
