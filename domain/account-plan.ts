// The plan that an account is on. What a plan opens and whether it pays in tokens is in contract/catalogue/plans.ts.
import type { AccountPlan } from '#contract/catalogue/plans.ts'

export interface PlanFacts {
  /** Null: nothing was ever bought. */
  firstPurchaseAt: number | null
  /** Until when requests are free; null for an account that never had Premium. */
  premiumUntil: number | null
}

export function accountPlanOf({ firstPurchaseAt, premiumUntil }: PlanFacts, now: number): AccountPlan {
  if (premiumUntil !== null && premiumUntil > now) return 'premium'
  return firstPurchaseAt === null ? 'free' : 'paid'
}
