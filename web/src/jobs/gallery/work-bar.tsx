import { lazy, Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { FolderInput, Forward, Star } from 'lucide-react'
import type { Job } from '#contract/jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { FolderDialogs } from './folder-dialogs.tsx'
import { foldersQuery, workQuery } from './library-calls.ts'
import { usePlacing } from './selection-bar.tsx'

const ShareWorkDialog = lazy(async () => ({ default: (await import('./share-work-dialog.tsx')).ShareWorkDialog }))

/** What the library does with one work: favourite, folder, link. */
export function WorkBar({ job }: { job: Job }) {
  const { data: work } = useQuery(workQuery(job.id))
  const { data: folders = [] } = useQuery(foldersQuery)
  const [dialog, setDialog] = useState<'file' | 'share' | null>(null)
  const placing = usePlacing()
  const place = (to: { favourite?: boolean; folderId?: number | null }) => placing.start({ ids: [job.id], place: to })
  const folder = folders.find(({ id }) => id === work?.folder_id)
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
        aria-pressed={work?.favourite ?? false}
        disabled={!work}
        icon={<Star size={16} aria-hidden fill={work?.favourite ? 'currentColor' : 'none'} className="text-accent" />}
        onClick={() => work && place({ favourite: !work.favourite })}
      >
        Избранное
      </Button>
      <Button
        size="small"
        variant="secondary"
        disabled={!work}
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
        <FolderDialogs
          task={{ kind: 'file', count: 1, onChoose: file }}
          onClose={close}
          onMade={close}
          onDeleted={close}
        />
      )}
      {dialog === 'share' && (
        <Suspense>
          <ShareWorkDialog job={job} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
