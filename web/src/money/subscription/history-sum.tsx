import type { UsageHistory } from '#contract/wallet.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { type SumLine, SumLines } from '../../base/ui/sum-lines.tsx'
import { changeOf, formatChange } from './usage-row.ts'

const sum = (records: UsageHistory['usage']): number => records.reduce((total, record) => total + changeOf(record), 0)

/** How the rows come to the balance that is shown above them. */
export function historySum({ usage, running, hasMore, carriedTokens, tokens, debtTokens }: UsageHistory): SumLine[] {
  return [
    ...(hasMore ? [{ name: 'Баланс до этих операций', value: formatTokens(carriedTokens) }] : []),
    { name: hasMore ? `Последние ${usage.length} операций` : 'Все операции', value: formatChange(sum(usage)) },
    ...(running.length > 0 ? [{ name: 'Зарезервировано на то, что в работе', value: formatChange(sum(running)) }] : []),
    debtTokens > 0
      ? { name: 'Ваш долг', value: formatTokens(debtTokens), total: true }
      : { name: 'Доступно сейчас', value: formatTokens(tokens), total: true }
  ]
}

export const HistorySum = ({ history }: { history: UsageHistory }) =>
  history.usage.length + history.running.length === 0 ? null : (
    <section
      aria-label="Как складывается баланс"
      className="mt-4 rounded-card border border-line bg-raised px-4 py-4 shadow-raised sm:px-5"
    >
      <SumLines lines={historySum(history)} />
    </section>
  )
