import { useState } from 'react'
import { AudioLines, CircleAlert, CircleCheck, CircleSlash2 } from 'lucide-react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { Spinner } from '../../base/ui/spinner.tsx'

/** What a row of the tray begins with: the result itself, else a sign of the job's state. Always of the same size. */
export const Thumbnail = ({ job }: { job: Job }) => (
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
