import { useId, useState } from 'react'
import { clsx } from 'clsx'
import { ChevronDown, History } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { UsageRecord } from '#contract/wallet.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { useModels } from '../../base/session/models.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { EmptyState } from '../../base/ui/states.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { OperationChain } from './operation-chain.tsx'
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
        <Row key={record.id} record={record} />
      ))}
    </ul>
  )
}

const rowClass = 'flex min-h-16 min-w-0 grow items-center gap-4 py-3 pl-4 sm:pl-5 max-[20rem]:flex-wrap'

/** The row links to the page of its service; the button beside it opens the details. */
function Row({ record }: { record: UsageRecord }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { path, title } = usageRow(record)
  return (
    <li>
      <div className={clsx('flex items-center gap-1 pr-1 transition sm:pr-2', path && 'has-[a:hover]:bg-hover')}>
        {path ? (
          <Link to={path} className={clsx(rowClass, '-outline-offset-2!')}>
            <Content record={record} />
          </Link>
        ) : (
          <div className={rowClass}>
            <Content record={record} />
          </div>
        )}
        <IconButton
          label={`Подробности: ${title}, ${formatDateTime(record.created_at)}`}
          icon={<ChevronDown size={18} className={clsx('transition-transform', open && 'rotate-180')} aria-hidden />}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && <OperationChain id={id} record={record} />}
    </li>
  )
}

function Content({ record }: { record: UsageRecord }) {
  const { title, details, cost, gained, running } = usageRow(record, useModels())
  return (
    <>
      <span className="min-w-0 grow max-[20rem]:basis-full">
        <span className="flex flex-wrap items-center gap-x-2 text-small font-medium">
          <span>{title}</span>
          {running && <Badge tone="accent">в работе</Badge>}
        </span>
        <span className="block text-caption text-ink-faint">
          <span>{details.join(' · ')}</span>
          {details.length > 0 && <span className="max-sm:hidden"> · </span>}
          <span className="whitespace-nowrap max-sm:block">{formatDateTime(record.created_at)}</span>
        </span>
      </span>
      <span
        className={clsx(
          'shrink-0 text-small font-medium tabular-nums',
          gained && 'text-success',
          running && 'text-ink-soft'
        )}
      >
        {cost}
      </span>
    </>
  )
}

export const UsageSkeleton = ({ rows }: { rows: number }) => (
  <output aria-label="Загрузка истории" className="block divide-y divide-line rounded-card border border-line">
    {Array.from({ length: rows }, (_, index) => (
      <span key={index} className={clsx(rowClass, 'pr-5')}>
        <span className="grow">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-2 h-3.5 w-56 max-w-full" />
        </span>
        <Skeleton className="h-4 w-16" />
      </span>
    ))}
  </output>
)
