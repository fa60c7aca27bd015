import type { AccountPlan } from '#contract/catalogue/plans.ts'
import type { PlanFacts } from '#domain/account-plan.ts'

/** The time at which `factsOf` gives the plans, in milliseconds. */
export const now = 1000

/** What an account of each plan is known by. */
export const factsOf: Record<AccountPlan, PlanFacts> = {
  free: { firstPurchaseAt: null, premiumUntil: null },
  paid: { firstPurchaseAt: 1, premiumUntil: null },
  premium: { firstPurchaseAt: 1, premiumUntil: now + 1 }
}
