import { CircleAlert, CircleSlash2, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { errorText } from '../../base/http/error-text.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { HelpButton } from '../../base/ui/help-button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { deleteJob } from './job-calls.ts'
import { cancelledText, endWords, nameOf } from './job-words.ts'
import { ParentJob } from './lineage.tsx'
import { RepeatChange } from './submit-change.tsx'
import { useRepeatPath } from './use-repeat-path.ts'

/** A job that failed or was cancelled: the reason, a way to repeat it and, in a list, what it was made from and a button that removes it. */
export function UnsuccessfulJob({ job, dismissible }: { job: Job; dismissible?: boolean }) {
  const again = useRepeatPath(job)
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
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {again && (
            <Link to={again} className={buttonClass({ variant: 'secondary', size: 'small' })}>
              <RotateCcw size={15} aria-hidden />
              Повторить
            </Link>
          )}
          {failed && <HelpButton about={{ what: reasonText(job), number: { name: 'Номер операции', id: job.id } }} />}
        </div>
        <RepeatChange job={job} className="mt-3" />
        {dismissible && <ParentJob job={job} />}
      </div>
      {dismissible && <Dismiss id={job.id} />}
    </div>
  )
}

interface DismissProps {
  id: string
  label?: string
  className?: string
}

export function Dismiss({ id, label = 'Убрать', className = '-mt-1 -mr-1' }: DismissProps) {
  const { busy, dismiss } = useDismiss(id)
  return (
    <IconButton
      label={label}
      size="small"
      icon={<X size={16} aria-hidden />}
      disabled={busy}
      onClick={dismiss}
      className={className}
    />
  )
}

/** Why the job has no result. */
export const reasonText = ({ error }: Pick<Job, 'error'>): string => error?.text ?? cancelledText

/** Removes jobs without a result from every list. It is not asked about: the settings are all that is lost. */
export function useDismiss(...ids: readonly string[]) {
  const [busy, setBusy] = useState(false)

  async function dismiss() {
    setBusy(true)
    try {
      for (const id of ids) await deleteJob(id)
    } catch (error) {
      notify.error(errorText(error, 'Не удалось убрать работу'))
      setBusy(false)
    }
  }

  return { busy, dismiss: () => void dismiss() }
}
