import { useQuery } from '@tanstack/react-query'
import { usageLimit } from '#contract/wallet.ts'
import { usageQuery } from '../api/wallet.ts'
import { LoadFailure } from './load-failure.tsx'
import { UsageList, UsageSkeleton } from './usage-list.tsx'

export function UsageHistory() {
  const { data = [], isPending, isError, refetch } = useQuery(usageQuery)
  return (
    <div>
      <p className="text-small text-ink-soft">Последние {usageLimit} операций</p>
      {isError && <LoadFailure what="историю" onRetry={() => void refetch()} />}
      <div className="mt-4">{isPending ? <UsageSkeleton rows={6} /> : <UsageList records={data} />}</div>
    </div>
  )
}
