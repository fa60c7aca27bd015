import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { formatCount } from '../../base/format/counted.ts'
import { isEnded } from '../../media/job/job-order.ts'
import { unsuccessfulJobsQuery } from '../../media/job/job-calls.ts'
import { useKnownJobs } from '../../media/job/use-jobs.ts'
import { TrayRow } from '../tray/tray-row.tsx'

/** The latest jobs that failed or were cancelled: one line above the works, which opens into a list. */
export function FailedJobs() {
  useQuery(unsuccessfulJobsQuery)
  const known = useKnownJobs()
  const jobs = useMemo(() => known.filter((job) => isEnded(job) && job.state !== 'completed'), [known])
  if (jobs.length === 0) return null
  return (
    <details className="mt-6 max-w-xl rounded-card border border-line bg-raised">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 py-2 text-small text-ink-soft">
        <CircleAlert size={16} aria-hidden className="text-ink-faint" />
        Без результата: {formatCount(jobs.length, ['работа', 'работы', 'работ'])}. Токены не списаны
      </summary>
      <ul className="border-t border-line p-1.5">
        {jobs.map((job) => (
          <TrayRow key={job.id} job={job} />
        ))}
      </ul>
    </details>
  )
}
