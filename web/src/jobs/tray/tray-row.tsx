import { AudioLines, CircleAlert, CircleCheck, CircleSlash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { Job, JobFile } from '#contract/jobs.ts'
import { formatAgo } from '../../base/format/dates.ts'
import { jobPath } from '../../base/links.ts'
import { serverNow } from '../../base/session/prices.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import { CancelIcon } from '../../media/job/cancel-job.tsx'
import { isEnded } from '../../media/job/job-order.ts'
import { Elapsed, ProgressBar, WaitingNote } from '../../media/job/job-progress.tsx'
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
    {`${job.state === 'failed' || job.state === 'cancelled' ? endWords[job.state] : toolOf(job)} · ${formatAgo(job.finishedAt ?? job.createdAt, serverNow())}`}
  </span>
)

/** What a row of the tray begins with: the result itself, else a sign of the job's state. Always of the same size. */
const Thumbnail = ({ job }: { job: Job }) => (
  <span className="relative grid size-10 shrink-0 place-items-center overflow-hidden rounded-small bg-sunken">
    {job.state === 'completed' && job.files[0] ? <Result key={job.files[0].id} file={job.files[0]} /> : signOf(job)}
  </span>
)

const coverClass = 'absolute inset-0 size-full object-cover'

function Result({ file }: { file: JobFile }) {
  const [broken, setBroken] = useState(false)
  const onError = () => setBroken(true)
  if (file.type.startsWith('audio/')) return <AudioLines size={20} className="text-accent" aria-hidden />
  if (broken) return <Done />
  return file.type.startsWith('video/') ? (
    <video
      src={`${file.url}#t=0.1`}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
      aria-hidden
      onError={onError}
      className={coverClass}
    />
  ) : (
    <img src={file.url} alt="" loading="lazy" decoding="async" onError={onError} className={coverClass} />
  )
}

const Done = () => <CircleCheck size={18} className="text-success" aria-hidden />

function signOf({ state }: Job) {
  switch (state) {
    case 'completed':
      return <Done />
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
