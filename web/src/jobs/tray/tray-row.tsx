import { CircleAlert, CircleCheck, CircleSlash2, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { Job } from '#contract/jobs.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { jobPath } from '../../base/paths.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { Elapsed } from '../../media/job/elapsed.tsx'
import { isEnded } from '../../media/job/job-order.ts'
import { cancelConsequence, endWords, nameOf, stageOf, toolOf } from '../../media/job/job-words.ts'
import { ProgressBar } from '../../media/job/progress-bar.tsx'
import { useCancel } from '../../media/job/use-cancel.ts'

interface TrayRowProps {
  job: Job
  onFollow?: (() => void) | undefined
}

/** A job in a few lines, leading to its page while it runs and to the work afterwards. */
export function TrayRow({ job, onFollow }: TrayRowProps) {
  const path = isEnded(job) ? jobPath(job.id) : (pathOfService(job.service) ?? jobPath(job.id))
  return (
    <li className="flex items-start rounded-control transition hover:bg-hover">
      <Link to={path} onClick={onFollow} className="flex min-w-0 grow items-start gap-3 rounded-control px-3 py-2.5">
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

function CancelIcon({ job }: { job: Job }) {
  const { busy, cancel } = useCancel(job)
  return (
    <IconButton
      label="Отменить"
      title={`Отменить. ${cancelConsequence(job)}`}
      size="small"
      icon={<X size={16} aria-hidden />}
      disabled={busy}
      onClick={cancel}
      className="mt-1.5 mr-1"
    />
  )
}
