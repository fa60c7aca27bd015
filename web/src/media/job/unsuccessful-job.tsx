import { CircleAlert, CircleSlash2, RotateCcw } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { cancelledText, endWords, nameOf, repeatPath } from './job-words.ts'

/** A job that failed or was cancelled: the reason, and a link to repeat it. */
export function UnsuccessfulJob({ job }: { job: Job }) {
  const again = repeatPath(job)
  const failed = job.state === 'failed'
  return (
    <div className="flex items-start gap-3">
      {failed ? (
        <CircleAlert size={20} className="mt-0.5 shrink-0 text-danger" aria-hidden />
      ) : (
        <CircleSlash2 size={20} className="mt-0.5 shrink-0 text-ink-faint" aria-hidden />
      )}
      <div className="min-w-0 grow">
        <p className="font-medium">{failed ? endWords.failed : endWords.cancelled}</p>
        <p className="mt-1 text-small text-ink-soft">{reasonText(job)}</p>
        <p className="mt-2 line-clamp-2 text-caption text-ink-faint">{nameOf(job)}</p>
        {again && (
          <Link to={again} className={buttonClass({ variant: 'secondary', size: 'small', className: 'mt-3' })}>
            <RotateCcw size={15} aria-hidden />
            Повторить
          </Link>
        )}
      </div>
    </div>
  )
}

/** Why the job has no result. */
const reasonText = ({ error }: Pick<Job, 'error'>): string => error?.text ?? cancelledText
