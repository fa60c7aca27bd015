import { useEffect, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useJob } from '../../media/job/use-jobs.ts'
import { WorkDialog } from '../../media/job/job-dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import type { OpenWork } from './use-gallery.ts'

interface FullWorkProps {
  id: string
  works: readonly Job[]
  open: OpenWork
}

/** The work that the address names, and the way to its neighbours. */
export function FullWork({ id, works, open }: FullWorkProps) {
  const { job, isGone } = useJob(id)
  // What was deleted stays until its neighbour is here.
  const [kept, setKept] = useState(job)
  if (job && job !== kept) setKept(job)
  const shown = job ?? (kept?.id === id ? kept : undefined)

  useEffect(() => {
    if (isGone) notify.info('Такой работы нет: возможно, она удалена')
  }, [isGone])

  if (!shown) return null
  const place = works.findIndex((work) => work.id === id)
  const newer = works[place - 1]?.id
  const older = place < 0 ? undefined : works[place + 1]?.id
  const after = older ?? newer
  return (
    <WorkDialog
      job={shown}
      onClose={open.close}
      onNewer={newer === undefined ? null : () => open.show(newer)}
      onOlder={older === undefined ? null : () => open.show(older)}
      onDeleted={after === undefined ? open.close : () => open.show(after)}
    />
  )
}
