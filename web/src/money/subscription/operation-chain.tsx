import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { UsageRecord } from '#contract/wallet.ts'
import { operationQuery } from '../../base/session/wallet.ts'
import { formatTime } from '../../base/format/dates.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { chainLines, stepText } from './chain-lines.ts'
import { LoadFailure } from '../../base/ui/states.tsx'
import { usageRow } from './usage-row.ts'

/** Where the tokens of one operation went. The record is known; its steps are loaded. */
export function OperationChain({ id, record }: { id: string; record: UsageRecord }) {
  const { data } = useQuery(operationQuery(record.id))
  const current = data?.operation ?? record
  const { path } = usageRow(current)
  return (
    <div id={id} className="border-t border-line bg-sunken/60 px-4 py-4 sm:px-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-small sm:grid-cols-3 lg:grid-cols-4">
        {chainLines(current).map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-caption text-ink-soft">{name}</dt>
            <dd className="mt-0.5 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Steps id={record.id} />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-caption text-ink-soft">
        <span className="wrap-anywhere">{`Номер операции: ${record.id}`}</span>
        {path && (
          <Link to={path} className="font-medium text-ink underline decoration-line underline-offset-4">
            Открыть страницу сервиса
          </Link>
        )}
      </div>
    </div>
  )
}

function Steps({ id }: { id: string }) {
  const { data, isPending, isError, refetch } = useQuery(operationQuery(id))
  if (isError) return <LoadFailure what="движение токенов" onRetry={() => void refetch()} />
  return (
    <ol className="mt-4 flex flex-col gap-1.5 border-t border-line pt-4 text-small">
      {isPending ? (
        <Skeleton className="h-4.5 w-72 max-w-full" />
      ) : (
        data.steps.map((step) => (
          <li key={step.kind} className="flex gap-3">
            <time dateTime={new Date(step.at).toISOString()} className="shrink-0 text-ink-soft tabular-nums">
              {formatTime(step.at)}
            </time>
            <span>{stepText(step)}</span>
          </li>
        ))
      )}
    </ol>
  )
}
