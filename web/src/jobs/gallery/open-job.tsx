import { useEffect, useState } from 'react'
import type { LibraryWork } from '#contract/library.ts'
import { useJob } from '../../media/job/use-jobs.ts'
import { JobDialog } from '../../media/job/job-dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import type { OpenedJob } from './use-library.ts'
import { WorkBar } from './work-bar.tsx'

interface OpenJobProps {
  id: string
  works: readonly LibraryWork[]
  open: OpenedJob
}

/** The dialog of the job in the address, with buttons to the newer and the older work. */
export function OpenJob({ id, works, open }: OpenJobProps) {
  const { job, isGone } = useJob(id)
  // A deleted job stays on the screen until the next one is shown.
  const [kept, setKept] = useState(job)
  if (job && job !== kept) setKept(job)
  const shown = job ?? (kept?.id === id ? kept : undefined)
  // Where the job was, for when it is deleted: the list no longer has it then.
  const [place, setPlace] = useState(-1)
  const found = works.findIndex((other) => other.id === id)
  if (found >= 0 && found !== place) setPlace(found)

  useEffect(() => {
    if (isGone) notify.info('Такой работы нет: возможно, она удалена')
  }, [isGone])

  if (!shown) return null
  const newer = found < 0 ? undefined : works[found - 1]?.id
  const older = found < 0 ? undefined : works[found + 1]?.id
  const showNext = () => {
    const rest = works.filter((other) => other.id !== id)
    const next = place < 0 ? undefined : (rest[place] ?? rest[place - 1])
    if (next) open.show(next.id)
    else open.close()
  }
  return (
    <JobDialog
      job={shown}
      onClose={open.close}
      onNewer={newer === undefined ? null : () => open.show(newer)}
      onOlder={older === undefined ? null : () => open.show(older)}
      onDeleted={showNext}
      extra={shown.state === 'completed' && shown.files.length > 0 && <WorkBar key={id} job={shown} />}
    />
  )
}
