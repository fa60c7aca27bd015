// The calls about the limits that a user sets on spending.
import type { BudgetPeriod } from '#contract/budget-words.ts'
import type { Budgets } from '#contract/budgets.ts'

export interface BudgetCalls {
  viewBudgets(): Promise<Budgets>
  /** @param limitTokens null: no limit. A limit that stays keeps since when `total` is counted. */
  setBudget(period: BudgetPeriod, limitTokens: number | null): Promise<Budgets>
  /** Until the period ends. @returns null when there is no such limit, or it has no end */
  liftBudget(period: BudgetPeriod): Promise<Budgets | null>
}
