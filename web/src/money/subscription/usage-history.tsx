import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { usageLimit, type UsageHistory as Operations } from '#contract/wallet.ts'
import { exportedUsage, usageQuery } from '../../base/session/wallet.ts'
import { CheckButton, CheckResult, useBalanceCheck } from './balance-check.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { UsageList, UsageSkeleton } from './usage-list.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { type SumLine, SumLines } from '../../base/ui/sum-lines.tsx'
import { changeOf, formatChange } from './usage-row.ts'
import { errorText } from '../../base/http/error-text.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { saveFile } from '../../base/ui/save-file.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'

export function UsageHistory() {
  const { data, isPending, isError, refetch } = useQuery(usageQuery)
  const { check, isChecking, start } = useBalanceCheck()
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-small text-ink-soft">{`Последние ${usageLimit} операций`}</p>
        <div className="flex flex-wrap gap-2">
          <CheckButton onClick={start} busy={isChecking} />
          <ExportButton />
        </div>
      </div>
      <CheckResult check={check} />
      {isError && <LoadFailure what="историю" onRetry={() => void refetch()} />}
      <div className="mt-4">
        {isPending ? (
          <UsageSkeleton rows={6} />
        ) : (
          <UsageList records={[...(data?.running ?? []), ...(data?.usage ?? [])]} />
        )}
      </div>
      {data && <HistorySum history={data} />}
    </div>
  )
}

const sum = (records: Operations['usage']): number => records.reduce((total, record) => total + changeOf(record), 0)

/** The sum of the rows, which ends in the current balance. */
export function historySum({ usage, running, hasMore, carriedTokens, tokens, debtTokens }: Operations): SumLine[] {
  return [
    ...(hasMore ? [{ name: 'Баланс до этих операций', value: formatTokens(carriedTokens) }] : []),
    { name: hasMore ? `Последние ${usage.length} операций` : 'Все операции', value: formatChange(sum(usage)) },
    ...(running.length > 0 ? [{ name: 'Зарезервировано на то, что в работе', value: formatChange(sum(running)) }] : []),
    debtTokens > 0
      ? { name: 'Ваш долг', value: formatTokens(debtTokens), total: true }
      : { name: 'Доступно сейчас', value: formatTokens(tokens), total: true }
  ]
}

const HistorySum = ({ history }: { history: Operations }) =>
  history.usage.length + history.running.length === 0 ? null : (
    <section
      aria-label="Как складывается баланс"
      className="mt-4 rounded-card border border-line bg-raised px-4 py-4 shadow-raised sm:px-5"
    >
      <SumLines lines={historySum(history)} />
    </section>
  )

const two = (value: number) => String(value).padStart(2, '0')

/** `tokens-2026-11-21.csv`, by the user's local date. */
function fileNameAt(time: Date): string {
  return `tokens-${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}.csv`
}

/** Downloads all operations as a CSV file. */
function ExportButton() {
  const table = useSingleMutation({
    mutationFn: exportedUsage,
    onSuccess: (bytes) => {
      saveFile(bytes, fileNameAt(new Date()))
      notify.success('История скачана')
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось скачать историю'))
  })
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<Download size={16} aria-hidden />}
      busy={table.isPending}
      onClick={() => table.start()}
    >
      Скачать CSV
    </Button>
  )
}
