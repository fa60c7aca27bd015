import { useQuery } from '@tanstack/react-query'
import { AudioLines, CircleSlash2, CornerUpLeft, Image, Play } from 'lucide-react'
import { useId, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { readLineage, type Relative } from '#contract/lineage.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { lineageKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { toolOf } from './job-words.ts'
import { useJob } from './use-jobs.ts'

const JobDialog = lateDialog(async () => (await import('./job-dialog.tsx')).JobDialog)

/** Leads back to the pictures that an action continued: they leave the page when newer results come. */
export function ParentJob({ job: { parameters } }: { job: Job }) {
  const { parent } = parameters
  const [opened, setOpened] = useState(false)
  const { job, isLoading, isGone } = useJob(opened && typeof parent === 'string' ? parent : null)
  if (typeof parent !== 'string') return null
  if (isGone) return <p className="mt-2 text-caption text-ink-faint">Исходная работа удалена</p>
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="mt-2 -ml-3"
        icon={<CornerUpLeft size={16} aria-hidden />}
        busy={opened && isLoading}
        onClick={() => setOpened(true)}
      >
        Исходная работа
      </Button>
      {opened && job && <JobDialog job={job} onClose={() => setOpened(false)} />}
    </>
  )
}

interface LineageProps {
  job: Job
  onShow: (id: string) => void
}

/** What the job was made from and what was made from it, as pictures that lead there. */
export function Lineage({ job, onShow }: LineageProps) {
  const { data } = useQuery({
    queryKey: lineageKey(job.id),
    queryFn: ({ signal }) => call(readLineage, { id: job.id }, { signal }),
    // The next job may have been made a moment ago.
    staleTime: 0
  })
  if (!data) return null
  return (
    <>
      <Chain title="Сделано из" relatives={data.ancestors} onShow={onShow} />
      <Chain title="Из этого сделано" relatives={data.descendants} onShow={onShow} />
    </>
  )
}

function Chain({
  title,
  relatives,
  onShow
}: {
  title: string
  relatives: readonly Relative[]
  onShow: (id: string) => void
}) {
  const id = useId()
  if (relatives.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-small font-medium">
        {title}
      </h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {relatives.map((relative) => (
          <li key={relative.id} className="w-20">
            {relative.deleted ? <Deleted relative={relative} /> : <Shown relative={relative} onShow={onShow} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const boxClass =
  'relative grid aspect-square w-full place-items-center overflow-hidden rounded-control bg-sunken text-ink-faint'
const captionClass = 'mt-1 line-clamp-2 text-caption text-ink-faint'

const Shown = ({ relative, onShow }: { relative: Relative; onShow: (id: string) => void }) => (
  <button
    type="button"
    onClick={() => onShow(relative.id)}
    aria-label={`${toolOf(relative)}, ${formatDateTime(relative.createdAt)}`}
    title={formatDateTime(relative.createdAt)}
    className="block w-full rounded-control text-left"
  >
    <span className={boxClass}>
      <Thumbnail relative={relative} />
    </span>
    <span className={captionClass}>{toolOf(relative)}</span>
  </button>
)

function Thumbnail({ relative: { file, kind } }: { relative: Relative }) {
  if (file?.type.startsWith('image/'))
    return (
      <img src={file.url} alt="" loading="lazy" decoding="async" className="absolute inset-0 size-full object-cover" />
    )
  const Icon = kind === 'video' ? Play : kind === 'audio' ? AudioLines : Image
  return <Icon size={22} aria-hidden />
}

const Deleted = ({ relative }: { relative: Relative }) => (
  <div title={formatDateTime(relative.createdAt)}>
    <span className={boxClass}>
      <CircleSlash2 size={20} aria-hidden />
    </span>
    <span className={captionClass}>удалено</span>
  </div>
)
