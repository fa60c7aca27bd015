import { jobChargeRules } from '#contract/catalogue/charge-rules.ts'
import { type AccountPlan, paysInTokens } from '#contract/catalogue/plans.ts'
import type { Job } from '#contract/jobs.ts'
import { formatTokens } from '../../base/format/tokens.ts'

/** What an ended job cost, and why if that is nothing. */
export function chargeWords({ state, chargedTokens, priceTokens }: Job, plan: AccountPlan | undefined): string {
  if (state !== 'completed') return 'Токены не списаны'
  // The result is here a moment before the books are.
  if (chargedTokens === null) return `Цена: ${formatTokens(priceTokens)}`
  if (chargedTokens > 0) return `Списано: ${formatTokens(chargedTokens)}`
  return plan && !paysInTokens(plan) ? 'Бесплатно: входит в Premium' : `Бесплатно: ${lateText}`
}

const { situation } = jobChargeRules.late
const lateText = situation.charAt(0).toLowerCase() + situation.slice(1)
