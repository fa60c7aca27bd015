import { planOf } from '#contract/catalogue/plans.ts'
import type { Subscription } from '#contract/subscription.ts'
import { rubOf } from '#domain/money.ts'
import { isRunning, renewsAt } from '#domain/subscription.ts'
import type { SubscriptionRow } from './schema-subscriptions.ts'

const none: Subscription = {
  planId: 'free',
  state: 'none',
  priceRub: planOf('premium').priceRub,
  periodStart: null,
  periodEnd: null,
  renewsAt: null,
  paymentMethod: null,
  declineReason: null
}

/** The plan as shown to its owner. */
export function subscriptionView(row: SubscriptionRow | null, now: number): Subscription {
  if (!row || row.state === 'ended' || !isRunning(row, now)) return none
  const { state, priceKopecks, periodStart, periodEnd, methodTitle, declineReason } = row
  return {
    planId: 'premium',
    state,
    priceRub: rubOf(priceKopecks),
    periodStart,
    periodEnd,
    renewsAt: renewsAt(row),
    paymentMethod: methodTitle === null ? null : { title: methodTitle },
    declineReason
  }
}
