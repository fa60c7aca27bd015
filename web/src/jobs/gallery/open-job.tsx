import { useEffect, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useJob } from '../../media/job/use-jobs.ts'
import { JobDialog } from '../../media/job/job-dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import type { OpenedJob } from './use-gallery.ts'

interface OpenJobProps {
  id: string
  jobs: readonly Job[]
  open: OpenedJob
}

/** The dialog of the job in the address, with buttons to the newer and the older job. */
export function OpenJob({ id, jobs, open }: OpenJobProps) {
  const { job, isGone } = useJob(id)
  // A deleted job stays on the screen until the next one is shown.
  const [kept, setKept] = useState(job)
  if (job && job !== kept) setKept(job)
  const shown = job ?? (kept?.id === id ? kept : undefined)

  useEffect(() => {
    if (isGone) notify.info('Такой работы нет: возможно, она удалена')
  }, [isGone])

  if (!shown) return null
  const place = jobs.findIndex((other) => other.id === id)
  const newer = jobs[place - 1]?.id
  const older = place < 0 ? undefined : jobs[place + 1]?.id
  const after = older ?? newer
  return (
    <JobDialog
      job={shown}
      onClose={open.close}
      onNewer={newer === undefined ? null : () => open.show(newer)}
      onOlder={older === undefined ? null : () => open.show(older)}
      onDeleted={after === undefined ? open.close : () => open.show(after)}
    />
  )
}
