// The limits of spending in words. Apart from their calls, because the user's object needs no schemas of calls.
import { formatTokens } from './counted.ts'

/** A day and a month begin at midnight in Moscow; `total` is counted from when it was set. */
export const budgetPeriods = ['day', 'month', 'total'] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** `100 токенов в день`. */
export const budgetWords = (of: BudgetPeriod, limitTokens: number): string =>
  `${formatTokens(limitTokens)} ${{ day: 'в день', month: 'в месяц', total: 'всего' }[of]}`

/** What stopped a reservation. `leftTokens`: what the limit still lets through, beside `heldTokens`, which are reserved for running work. */
export interface SpentBudget {
  period: BudgetPeriod
  limitTokens: number
  leftTokens: number
  heldTokens: number
}

/** Why nothing was begun. */
export function overBudgetText({ period: of, limitTokens, leftTokens, heldTokens }: SpentBudget): string {
  const held = heldTokens === 0 ? '' : `, ещё ${formatTokens(heldTokens)} в начатых работах`
  const left = leftTokens === 0 && heldTokens === 0 ? 'Он исчерпан' : `Свободно ${formatTokens(leftTokens)}${held}`
  return `Вы поставили себе лимит: ${budgetWords(of, limitTokens)}. ${left}. Токены не списаны. Лимит можно изменить или снять в профиле`
}
