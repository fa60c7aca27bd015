import { ImageOff, Maximize2, RotateCw } from 'lucide-react'
import type { Job, JobFile } from '#contract/jobs.ts'
import { formatTitle } from '#contract/media-types.ts'
import { AudioPlayer } from '../player/audio-player.tsx'
import { VideoPlayer } from '../player/video-player.tsx'
import { Button } from '../../base/ui/button.tsx'
import { expectedRatio, Frame, ratioOf } from './frame.tsx'
import { nameOf } from './job-words.ts'
import { useFileSource } from './job-file.ts'

interface ResultMediaProps {
  job: Job
  file: JobFile
  /** Opens the image in the dialog; without it the image is no button. */
  onZoom?: (() => void) | undefined
}

/** The image, film or audio of a result. */
export function ResultMedia({ job, file, onZoom }: ResultMediaProps) {
  const { url, key, isBroken, onError, retry } = useFileSource(job.id, file)
  const ratio = ratioOf(file) ?? expectedRatio(job) ?? 1
  const name = nameOf(job)
  if (file.type.startsWith('audio/')) {
    return isBroken ? (
      <Broken onRetry={retry} />
    ) : (
      <>
        <AudioPlayer key={key} src={url} title={name} onError={onError} />
        <RecordingNote job={job} file={file} />
      </>
    )
  }
  return (
    <Frame ratio={ratio} className="relative">
      {isBroken ? (
        <Broken onRetry={retry} />
      ) : file.type.startsWith('video/') ? (
        <VideoPlayer key={key} src={url} label={name} onError={onError} />
      ) : (
        <>
          <img
            key={key}
            src={url}
            alt={name}
            onError={onError}
            loading="lazy"
            {...(file.width && file.height && { width: file.width, height: file.height })}
            className="size-full object-contain"
          />
          {onZoom && <ZoomButton onClick={onZoom} />}
        </>
      )}
    </Frame>
  )
}

const ZoomButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-label="Показать целиком"
    onClick={onClick}
    className="group absolute inset-0 cursor-zoom-in! rounded-control -outline-offset-2!"
  >
    <span className="absolute right-2 bottom-2 grid size-9 place-items-center rounded-control bg-raised/90 text-ink opacity-0 shadow-raised transition group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100">
      <Maximize2 size={17} aria-hidden />
    </span>
  </button>
)

const Broken = ({ onRetry }: { onRetry: () => void }) => (
  <div className="flex size-full min-h-36 flex-col items-center justify-center gap-3 rounded-control bg-sunken p-4 text-center text-small text-ink-soft">
    <ImageOff size={24} className="text-ink-faint" aria-hidden />
    Не удалось показать файл
    <Button variant="secondary" size="small" icon={<RotateCw size={15} />} onClick={onRetry}>
      Попробовать ещё раз
    </Button>
  </div>
)

const number = new Intl.NumberFormat('ru-RU')

/** What the file is: the speed at which it was recorded, which the player shows as 1×. */
export function RecordingNote({ job, file }: { job: Job; file: JobFile }) {
  const speed = Number(job.parameters['speed'] ?? 1)
  if (speed === 1 || Number.isNaN(speed)) return null
  return (
    <p className="mt-1.5 text-caption text-ink-faint">
      {`${formatTitle(file.type)} записан со скоростью ${number.format(speed)}×: так он звучит и в плеере, и в файле`}
    </p>
  )
}
