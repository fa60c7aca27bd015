import { Link } from 'react-router-dom'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { Job } from '#contract/jobs.ts'
import { formatAgo } from '../../base/format/ago.ts'
import { jobPath } from '../../base/paths.ts'
import { Elapsed, ProgressBar, WaitingNote } from '../../media/job/job-progress.tsx'
import { CancelIcon } from '../../media/job/cancel-job.tsx'
import { isEnded } from '../../media/job/job-order.ts'
import { endWords, nameOf, stageOf, toolOf } from '../../media/job/job-words.ts'
import { Thumbnail } from './thumbnail.tsx'

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
        <Thumbnail job={job} />
        <span className="min-w-0 grow">
          <span className="block truncate text-small font-medium">{nameOf(job)}</span>
          {isEnded(job) ? <Ended job={job} /> : <Running job={job} />}
        </span>
      </Link>
      {!isEnded(job) && !job.cancelling && <CancelIcon job={job} />}
    </li>
  )
}

const Running = ({ job }: { job: Job }) => (
  <>
    <span className="block text-caption text-ink-soft">
      <span>{`${stageOf(job)} ·`}</span> <Elapsed job={job} />
    </span>
    <WaitingNote job={job} className="block text-caption text-ink-soft" />
    <span className="mt-1.5 block">
      <ProgressBar label={stageOf(job)} value={job.progress} />
    </span>
  </>
)

const Ended = ({ job }: { job: Job }) => (
  <span className="block truncate text-caption text-ink-faint">
    {`${job.state === 'failed' || job.state === 'cancelled' ? endWords[job.state] : toolOf(job)} · ${formatAgo(job.finishedAt ?? job.createdAt)}`}
  </span>
)
