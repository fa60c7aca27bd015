import { useQuery } from '@tanstack/react-query'
import { usageLimit } from '#contract/wallet.ts'
import { usageQuery } from '../../base/session/wallet.ts'
import { CheckButton, CheckResult, useBalanceCheck } from './balance-check.tsx'
import { ExportButton } from './export-button.tsx'
import { HistorySum } from './history-sum.tsx'
import { LoadFailure } from '../../base/ui/load-failure.tsx'
import { UsageList, UsageSkeleton } from './usage-list.tsx'

export function UsageHistory() {
  const { data, isPending, isError, refetch } = useQuery(usageQuery)
  const { check, isChecking, start } = useBalanceCheck()
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-small text-ink-soft">Последние {usageLimit} операций</p>
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
