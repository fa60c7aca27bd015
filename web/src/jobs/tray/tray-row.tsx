import { CircleAlert, CircleCheck, CircleSlash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { Job } from '#contract/jobs.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { jobPath } from '../../base/paths.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import { Elapsed, ProgressBar } from '../../media/job/job-progress.tsx'
import { CancelIcon } from '../../media/job/cancel-job.tsx'
import { isEnded } from '../../media/job/job-order.ts'
import { endWords, nameOf, stageOf, toolOf } from '../../media/job/job-words.ts'

interface TrayRowProps {
  job: Job
  onFollow?: (() => void) | undefined
}

/** One job as a row. It links to the page of its tool while it runs, and to the gallery once it has ended. */
export function TrayRow({ job, onFollow }: TrayRowProps) {
  const path = isEnded(job) ? jobPath(job.id) : (pathOfService(job.service) ?? jobPath(job.id))
  return (
    <li className="flex flex-wrap items-start rounded-control transition hover:bg-hover">
      <Link to={path} onClick={onFollow} className="flex min-w-0 flex-1 items-start gap-3 rounded-control px-3 py-2.5">
        <span className="mt-0.5 shrink-0">{iconOf(job)}</span>
        <span className="min-w-0 grow">
          <span className="block truncate text-small font-medium">{nameOf(job)}</span>
          {isEnded(job) ? <Ended job={job} /> : <Running job={job} />}
        </span>
      </Link>
      {!isEnded(job) && !job.cancelling && <CancelIcon job={job} />}
    </li>
  )
}

function iconOf({ state }: Job) {
  switch (state) {
    case 'completed':
      return <CircleCheck size={18} className="text-success" aria-hidden />
    case 'failed':
      return <CircleAlert size={18} className="text-danger" aria-hidden />
    case 'cancelled':
      return <CircleSlash2 size={18} className="text-ink-faint" aria-hidden />
    case 'queued':
    case 'running':
    case 'checking':
      return <Spinner />
    default:
      return state satisfies never
  }
}

const Running = ({ job }: { job: Job }) => (
  <>
    <span className="block text-caption text-ink-soft">
      {stageOf(job)} · <Elapsed job={job} />
    </span>
    <span className="mt-1.5 block">
      <ProgressBar label={stageOf(job)} value={job.progress} />
    </span>
  </>
)

const Ended = ({ job }: { job: Job }) => (
  <span className="block truncate text-caption text-ink-faint">
    {job.state === 'failed' || job.state === 'cancelled' ? endWords[job.state] : toolOf(job)} ·{' '}
    {formatDateTime(job.finishedAt ?? job.createdAt)}
  </span>
)
