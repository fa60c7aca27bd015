import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { AudioLines, CircleAlert, CircleSlash2, ImageOff, Play } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Job, JobFile } from '#contract/jobs.ts'
import { formatDate } from '../../base/format/dates.ts'
import { formatDuration } from '../../base/format/durations.ts'
import { ratioOf } from '../../media/job/frame.tsx'
import { endWords, nameOf, toolOf } from '../../media/job/job-words.ts'
import { useFileSource } from '../../media/job/use-file-source.ts'
import { reasonText } from '../../media/job/unsuccessful-job.tsx'
import { openedHere } from './use-gallery.ts'

/** For jobs without a picture or film. */
const plainRatio = 4 / 3
/** Keeps very wide and very tall pictures from becoming stripes. */
const clamped = (ratio: number) => Math.min(2.4, Math.max(0.5, ratio))

export const tileId = (id: string): string => `job-${id}`

/** One job of the gallery in the proportions of its file; the link opens its dialog. */
export const JobTile = memo(function JobTile({ job, search }: { job: Job; search: string }) {
  const file = job.files[0]
  const ratio = clamped((file && ratioOf(file)) ?? plainRatio)
  return (
    // All rows get the same height: each tile grows in proportion to its width.
    <li style={{ flexGrow: ratio, flexBasis: `calc(var(--row-height) * ${ratio.toFixed(3)})` }} className="min-w-0">
      <Link id={tileId(job.id)} to={{ search }} state={openedHere} className="group block rounded-control">
        <span style={{ aspectRatio: ratio }} className="relative block overflow-hidden rounded-control bg-sunken">
          {file ? <Preview key={file.id} job={job} file={file} /> : <Unsuccessful job={job} />}
        </span>
        <span className="mt-1.5 block truncate text-caption">{nameOf(job)}</span>
        <span className="block truncate text-caption text-ink-faint">
          {toolOf(job)} · {formatDate(job.createdAt)}
        </span>
      </Link>
    </li>
  )
})

const Preview = ({ job, file }: { job: Job; file: JobFile }) => {
  if (file.type.startsWith('audio/')) return <Sound file={file} />
  return file.type.startsWith('video/') ? <Film job={job} file={file} /> : <Picture job={job} file={file} />
}

const coverClass = 'absolute inset-0 size-full object-cover transition duration-300 group-hover:scale-[1.02]'

function Picture({ job, file }: { job: Job; file: JobFile }) {
  const { url, key, isBroken, onError } = useFileSource(job.id, file)
  if (isBroken) return <Broken />
  return <img key={key} src={url} alt="" loading="lazy" decoding="async" onError={onError} className={coverClass} />
}

/** The first frame of a film, loaded when the tile comes near the window. */
function Film({ job, file }: { job: Job; file: JobFile }) {
  const { url, key, isBroken, onError } = useFileSource(job.id, file)
  const [place, seen] = useSeen()
  return (
    <span ref={place} className="absolute inset-0">
      {isBroken && <Broken />}
      {seen && !isBroken && (
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
        {file.durationSeconds !== null && formatDuration(Math.round(file.durationSeconds))}
      </Mark>
    </span>
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

function Unsuccessful({ job }: { job: Job }) {
  const failed = job.state === 'failed'
  return (
    <span className="absolute inset-0 flex flex-col gap-1 overflow-hidden p-3 text-caption text-ink-soft">
      <span className="flex items-center gap-1.5 font-medium text-ink">
        {failed ? (
          <CircleAlert size={15} className="shrink-0 text-danger" aria-hidden />
        ) : (
          <CircleSlash2 size={15} className="shrink-0 text-ink-faint" aria-hidden />
        )}
        {failed ? endWords.failed : endWords.cancelled}
      </span>
      <span className="line-clamp-3 sm:line-clamp-5">{reasonText(job)}</span>
    </span>
  )
}

/** Whether the element has ever come within 300 px of the window. */
function useSeen(): [RefObject<HTMLElement | null>, boolean] {
  const place = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || seen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '300px' }
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return [place, seen]
}
