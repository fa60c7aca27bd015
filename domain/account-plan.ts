// The plan that an account is on. What a plan opens and whether it pays in tokens is in contract/catalogue/plans.ts.
import { type AccountPlan, fairUseTokensPerDay } from '#contract/catalogue/plans.ts'
import { dayAround } from './billing-calendar.ts'

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

/** Since when the plan's usage is counted, and how much of it is covered. */
export interface CoveringPlan {
  since: number
  maxTokens: number
}

/** The plan that covers a request of this account; undefined when the user pays in tokens. */
export const coveringPlanOf = (facts: PlanFacts, now: number): CoveringPlan | undefined =>
  accountPlanOf(facts, now) === 'premium' ? { since: dayAround(now).start, maxTokens: fairUseTokensPerDay } : undefined
