// The user's own brake on spending. Pure.
import type { BudgetPeriod, SpentBudget } from '#contract/budget-words.ts'
import { dayAround, monthAround } from './billing-calendar.ts'

/** A limit that counts now, with what was spent in its present period. */
export interface CountedBudget {
  period: BudgetPeriod
  limitTokens: number
  spentTokens: number
}

/** @param setAt when the limit of `total` was set. @returns null as the end of what does not end */
export function periodAround(period: BudgetPeriod, at: number, setAt: number): { start: number; end: number | null } {
  switch (period) {
    case 'day':
      return dayAround(at)
    case 'month':
      return monthAround(at)
    case 'total':
      return { start: setAt, end: null }
    default:
      return period satisfies never
  }
}

/** What may be spent and reserved together before a limit stops it; negative when a limit was set below what is spent. */
const roomOf = ({ limitTokens, spentTokens }: CountedBudget): number => limitTokens - spentTokens

/** The limit that stops work first; undefined without limits. */
export const tightestOf = (budgets: readonly CountedBudget[]): CountedBudget | undefined =>
  budgets.toSorted((one, other) => roomOf(one) - roomOf(other))[0]

/** As `Known.budgetTokens` of the ledger. */
export function budgetTokensOf(budgets: readonly CountedBudget[]): number {
  const tightest = tightestOf(budgets)
  return tightest ? roomOf(tightest) : Infinity
}

/** What a refusal tells. @param heldTokens reserved for running work */
export const spentBudget = (tightest: CountedBudget, heldTokens: number): SpentBudget => ({
  period: tightest.period,
  limitTokens: tightest.limitTokens,
  leftTokens: Math.max(0, roomOf(tightest) - heldTokens),
  heldTokens
})

/** Whether the letter is due: four fifths are spent. Integers, so that no rounding moves the bound. */
export const isNearlySpent = ({ limitTokens, spentTokens }: Omit<CountedBudget, 'period'>): boolean =>
  spentTokens * 5 >= limitTokens * 4
