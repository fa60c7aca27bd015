import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { usageQuery } from '../../base/session/wallet.ts'
import { paths } from '../../base/paths.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { PlanCard } from './plan-card.tsx'
import { UsageList, UsageSkeleton } from './usage-list.tsx'

const recentCount = 3

export const Overview = ({ onShowAll }: { onShowAll: () => void }) => (
  <div className="grid items-start gap-6 xl:grid-cols-[1fr_1.4fr]">
    <PlanCard />
    <Recent onShowAll={onShowAll} />
  </div>
)

function Recent({ onShowAll }: { onShowAll: () => void }) {
  const { data, isPending } = useQuery(usageQuery)
  const records = [...(data?.running ?? []), ...(data?.usage ?? [])]
  return (
    <section aria-labelledby="recent-operations">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="recent-operations" className="font-semibold">
          Последние операции
        </h2>
        {records.length > recentCount && (
          <Button variant="ghost" size="small" onClick={onShowAll}>
            Все
          </Button>
        )}
      </div>
      {isPending ? <UsageSkeleton rows={recentCount} /> : <UsageList records={records.slice(0, recentCount)} />}
      {!isPending && records.length === 0 && (
        <Link to={paths.gpt5} className={buttonClass({ variant: 'secondary', className: 'mt-4' })}>
          Задать первый вопрос
        </Link>
      )}
    </section>
  )
}
