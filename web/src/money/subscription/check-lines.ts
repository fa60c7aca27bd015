// The proof of a balance in words.
import type { BalanceCheck } from '#contract/wallet.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import type { SumLine } from '../../base/ui/sum-lines.tsx'
import { formatChange } from './usage-row.ts'

/** Tokens that can be spent; below zero where they are owed. */
const tokensText = (free: number): string => (free < 0 ? `долг ${formatTokens(0 - free)}` : formatTokens(free))

/** What the journal comes to. */
export const sumOf = (check: BalanceCheck): number =>
  check.purchasedTokens + check.grantedTokens - check.takenBackTokens - check.chargedTokens - check.reservedTokens

/** What is shown as the balance. */
export const shownOf = ({ tokens, debtTokens }: BalanceCheck): number => tokens - debtTokens

/** Opening balance plus credits, less what was taken back, charged and is held; lines of nothing are left out. */
export function checkLines(check: BalanceCheck): SumLine[] {
  const parts: [name: string, change: number][] = [
    ['Куплено', check.purchasedTokens],
    ['Подарено', check.grantedTokens],
    ['Снято при возврате денег', 0 - check.takenBackTokens],
    ['Потрачено', 0 - check.chargedTokens],
    ['Зарезервировано на то, что в работе', 0 - check.reservedTokens]
  ]
  return [
    { name: 'При регистрации', value: formatTokens(0) },
    ...parts.filter(([, change]) => change !== 0).map(([name, change]) => ({ name, value: formatChange(change) })),
    { name: 'Получается по журналу', value: tokensText(sumOf(check)), total: true },
    { name: 'Показано на балансе', value: tokensText(shownOf(check)) }
  ]
}
