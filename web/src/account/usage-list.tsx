import { clsx } from 'clsx'
import { ChevronRight, History } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { UsageRecord } from '#contract/wallet.ts'
import { formatDateTime } from '../format/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usageRow } from './usage-row.ts'

export function UsageList({ records }: { records: readonly UsageRecord[] }) {
  if (records.length === 0) {
    return (
      <div className="rounded-card border border-dashed border-line">
        <EmptyState icon={<History size={24} aria-hidden />} title="Пока нет активности" />
      </div>
    )
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised shadow-raised">
      {records.map((record) => (
        <li key={record.id}>
          <Row record={record} />
        </li>
      ))}
    </ul>
  )
}

const rowClass = 'flex min-h-16 items-center gap-4 px-4 py-3 sm:px-5'

/** A row of a known service opens its page; the others are not for clicking. */
function Row({ record }: { record: UsageRecord }) {
  const { path } = usageRow(record)
  return path ? (
    <Link to={path} className={clsx(rowClass, 'transition -outline-offset-2! hover:bg-hover')}>
      <Content record={record} />
      <ChevronRight size={18} className="shrink-0 text-ink-faint" aria-hidden />
    </Link>
  ) : (
    <div className={clsx(rowClass, 'pr-12.5 sm:pr-13.5')}>
      <Content record={record} />
    </div>
  )
}

function Content({ record }: { record: UsageRecord }) {
  const { title, details, cost, gained } = usageRow(record)
  return (
    <>
      <span className="min-w-0 grow">
        <span className="block truncate text-small font-medium">{title}</span>
        <span className="block text-caption text-ink-faint">
          {[...details, formatDateTime(record.created_at)].join(' · ')}
        </span>
      </span>
      <span className={clsx('shrink-0 text-small font-medium tabular-nums', gained && 'text-success')}>{cost}</span>
    </>
  )
}

export const UsageSkeleton = ({ rows }: { rows: number }) => (
  <output aria-label="Загрузка истории" className="block divide-y divide-line rounded-card border border-line">
    {Array.from({ length: rows }, (_, index) => (
      <span key={index} className={rowClass}>
        <span className="grow">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-2 h-3.5 w-56 max-w-full" />
        </span>
        <Skeleton className="h-4 w-16" />
      </span>
    ))}
  </output>
)
