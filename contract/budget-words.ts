// The limits of spending in words. Apart from their calls, because the user's object needs no schemas of calls.
import { formatTokens } from './counted.ts'

/** A day and a month begin at midnight in Moscow; `total` is counted from when it was set. */
export const budgetPeriods = ['day', 'month', 'total'] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** `100 токенов в день`. */
export const budgetWords = (of: BudgetPeriod, limitTokens: number): string =>
  `${formatTokens(limitTokens)} ${{ day: 'в день', month: 'в месяц', total: 'всего' }[of]}`

/** What stopped a reservation. `leftTokens`: what the limit still lets through, running work taken off. */
export interface SpentBudget {
  period: BudgetPeriod
  limitTokens: number
  leftTokens: number
}

/** Why nothing was begun. */
export const overBudgetText = ({ period: of, limitTokens, leftTokens }: SpentBudget): string =>
  `Вы поставили себе лимит: ${budgetWords(of, limitTokens)}. ${leftTokens === 0 ? 'Он исчерпан' : `По нему осталось ${formatTokens(leftTokens)}, на этот запрос не хватит`}. Токены не списаны. Лимит можно изменить или снять в профиле`
