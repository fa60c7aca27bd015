import { clsx } from 'clsx'
import { AudioLines, Check, ImageOff, Play, Star } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import type { Job, JobFile } from '#contract/jobs.ts'
import type { LibraryItem } from '#contract/library.ts'
import { formatMoment } from '../../base/format/dates.ts'
import { formatDuration } from '../../base/format/durations.ts'
import { useFileSource } from '../../media/job/job-file.ts'
import { findJob, onJobsChange } from '../../media/job/job-store.ts'
import { nameOf, toolOf } from '../../media/job/job-words.ts'
import { openedHere } from './use-library.ts'

export const tileId = (id: string): string => `job-${id}`

interface JobTileProps {
  item: LibraryItem
  /** Counted from 0. */
  index: number
  /** How many jobs the list has. */
  total: number
  width: number
  height: number
  isSelected: boolean
  /** The Tab key leads to it. */
  isActive: boolean
  /** The query that opens its dialog. */
  search: string
}

/** One job in the proportions of its file. It has its place before its job is loaded. */
export const JobTile = memo(function JobTile({
  item,
  index,
  total,
  width,
  height,
  isSelected,
  isActive,
  search
}: JobTileProps) {
  const job = useSyncExternalStore(onJobsChange, () => findJob(item.id))
  const file = job?.files[0]
  return (
    <Link
      id={tileId(item.id)}
      data-item={index}
      // An option that is a link: it opens in a new tab, too, and its address can be copied.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={total}
      tabIndex={isActive ? 0 : -1}
      to={{ search }}
      state={openedHere}
      preventScrollReset
      draggable={false}
      style={{ width }}
      className="group block shrink-0 rounded-control select-none"
    >
      <span
        style={{ height }}
        className={clsx(
          'relative block overflow-hidden rounded-control bg-sunken',
          isSelected && 'outline-3 -outline-offset-3 outline-accent'
        )}
      >
        {job && file && <Preview key={file.id} job={job} file={file} />}
        {item.favourite && (
          <span className="absolute right-2 bottom-2 grid size-6 place-items-center rounded-full bg-raised/90 text-accent">
            <Star size={14} fill="currentColor" aria-hidden />
            <span className="sr-only">В избранном</span>
          </span>
        )}
        <Tick isSelected={isSelected} />
      </span>
      <span className="mt-1.5 block truncate text-caption">{job ? nameOf(job) : ' '}</span>
      <span className="block truncate text-caption text-ink-faint">
        {`${formatMoment(item.created_at)}${job ? ` · ${toolOf(job)}` : ''}`}
      </span>
    </Link>
  )
})

/** For the mouse and the finger: the keyboard selects with the space bar. */
const Tick = ({ isSelected }: { isSelected: boolean }) => (
  <span
    data-tick
    aria-hidden
    className={clsx(
      'absolute top-0 left-0 grid size-11 place-items-center',
      !isSelected && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100'
    )}
  >
    <span
      className={clsx(
        'grid size-6 place-items-center rounded-full border-2 shadow-raised',
        isSelected ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-raised/90 text-transparent'
      )}
    >
      <Check size={14} strokeWidth={3} />
    </span>
  </span>
)

/** What a tile shows of a job, in its whole room. */
export const Preview = ({ job, file }: { job: Job; file: JobFile }) => {
  if (file.type.startsWith('audio/')) return <Sound file={file} />
  return file.type.startsWith('video/') ? <Film job={job} file={file} /> : <Picture job={job} file={file} />
}

const coverClass = 'absolute inset-0 size-full object-cover'

function Picture({ job, file }: { job: Job; file: JobFile }) {
  const { url, key, isBroken, onError } = useFileSource(job.id, file)
  if (isBroken) return <Broken />
  return <img key={key} src={url} alt="" decoding="async" draggable={false} onError={onError} className={coverClass} />
}

/** The first frame of a film: only tiles near the window are in the document. */
function Film({ job, file }: { job: Job; file: JobFile }) {
  const { url, key, isBroken, onError } = useFileSource(job.id, file)
  return (
    <>
      {isBroken ? (
        <Broken />
      ) : (
        <video
          key={key}
          src={`${url}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          aria-hidden
          onError={onError}
          className={coverClass}
        />
      )}
      <Mark>
        <Play size={13} fill="currentColor" aria-hidden />
        {file.durationSeconds !== null && <span>{formatDuration(Math.round(file.durationSeconds))}</span>}
      </Mark>
    </>
  )
}

const Sound = ({ file }: { file: JobFile }) => (
  <span className="absolute inset-0 grid place-items-center text-accent">
    <AudioLines size={40} strokeWidth={1.5} aria-hidden />
    {file.durationSeconds !== null && <Mark>{formatDuration(Math.round(file.durationSeconds))}</Mark>}
  </span>
)

const Mark = ({ children }: { children: React.ReactNode }) => (
  <span className="absolute bottom-2 left-2 flex items-center gap-1 rounded-small bg-raised/90 px-1.5 py-0.5 text-caption text-ink tabular-nums">
    {children}
  </span>
)

const Broken = () => (
  <span className="absolute inset-0 grid place-items-center text-ink-faint">
    <ImageOff size={24} aria-hidden />
  </span>
)
