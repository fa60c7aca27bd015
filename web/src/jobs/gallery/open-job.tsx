import { useQuery } from '@tanstack/react-query'
import { FolderInput, Forward, Star } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import type { LibraryItem } from '#contract/library.ts'
import { Button } from '../../base/ui/button.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { JobDialog } from '../../media/job/job-dialog.tsx'
import { useJob } from '../../media/job/use-jobs.ts'
import { LibraryFolderDialogs } from './folder-dialogs.tsx'
import { foldersQuery, itemQuery } from './library-calls.ts'
import { usePlacing } from './selection-bar.tsx'
import type { OpenedJob } from './use-library.ts'

interface OpenJobProps {
  id: string
  items: readonly LibraryItem[]
  show: OpenedJob['show']
  onClose: () => void
}

/** The dialog of the job in the address, with buttons to the newer and the older job. */
export function OpenJob({ id, items, show, onClose }: OpenJobProps) {
  const { job, isGone } = useJob(id)
  // A deleted job stays on the screen until the next one is shown.
  const [kept, setKept] = useState(job)
  if (job && job !== kept) setKept(job)
  const shown = job ?? (kept?.id === id ? kept : undefined)
  // Where the job was, for when it is deleted: the list no longer has it then.
  const [place, setPlace] = useState(-1)
  const found = items.findIndex((other) => other.id === id)
  if (found >= 0 && found !== place) setPlace(found)

  const leave = useEffectEvent(() => {
    notify.info('Такой работы нет: возможно, она удалена')
    onClose()
  })
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])

  if (!shown) return null
  const newer = found < 0 ? undefined : items[found - 1]?.id
  const older = found < 0 ? undefined : items[found + 1]?.id
  const showNext = () => {
    const rest = items.filter((other) => other.id !== id)
    const next = place < 0 ? undefined : (rest[place] ?? rest[place - 1])
    if (next) show(next.id)
    else onClose()
  }
  return (
    <JobDialog
      job={shown}
      inAddress
      onClose={onClose}
      onNewer={newer === undefined ? null : () => show(newer)}
      onOlder={older === undefined ? null : () => show(older)}
      onDeleted={showNext}
      extra={shown.state === 'completed' && shown.files.length > 0 && <JobBar key={id} job={shown} />}
    />
  )
}

const ShareJobDialog = lateDialog(async () => (await import('./share-job-dialog.tsx')).ShareJobDialog)

/** What the library does with one job: favourite, folder, link. */
function JobBar({ job }: { job: Job }) {
  const { data: item } = useQuery(itemQuery(job.id))
  const { data: folders = [] } = useQuery(foldersQuery)
  const [dialog, setDialog] = useState<'file' | 'share' | null>(null)
  const placing = usePlacing()
  const place = (to: { favourite?: boolean; folderId?: number | null }) => placing.start({ ids: [job.id], place: to })
  const folder = folders.find(({ id }) => id === item?.folder_id)
  const close = () => setDialog(null)
  const file = (folderId: number | null) => {
    place({ folderId })
    close()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        variant="secondary"
        aria-pressed={item?.favourite ?? false}
        disabled={!item}
        icon={<Star size={16} aria-hidden fill={item?.favourite ? 'currentColor' : 'none'} className="text-accent" />}
        onClick={() => item && place({ favourite: !item.favourite })}
      >
        Избранное
      </Button>
      <Button
        size="small"
        variant="secondary"
        disabled={!item}
        icon={<FolderInput size={16} aria-hidden />}
        onClick={() => setDialog('file')}
      >
        <span className="max-w-32 truncate">{folder?.name ?? 'В папку'}</span>
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<Forward size={16} aria-hidden />}
        onClick={() => setDialog('share')}
      >
        Поделиться
      </Button>
      {dialog === 'file' && (
        <LibraryFolderDialogs
          task={{ kind: 'file', current: item?.folder_id ?? null, onChoose: file }}
          onClose={close}
          onMade={close}
          onDeleted={close}
        />
      )}
      {dialog === 'share' && <ShareJobDialog job={job} onClose={close} />}
    </div>
  )
}
