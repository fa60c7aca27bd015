import { clsx } from 'clsx'
import { FileUp, FileVideo, ImageOff, ImageUp } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { formatBytes } from '../../base/format/bytes.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { useJobFile } from '../job/job-file.ts'
import { blobOf, type Size } from './file/chosen-file.ts'

interface InvitationProps {
  kind: 'image' | 'video'
  inputId: string
  isReading: boolean
  disabled: boolean
}

/** The empty field. Hidden from screen readers, which use the input itself. */
export const Invitation = ({ kind, inputId, isReading, disabled }: InvitationProps) => {
  const Icon = kind === 'video' ? FileUp : ImageUp
  return (
    <label
      htmlFor={inputId}
      aria-hidden
      className={clsx(
        'flex min-h-36 flex-col items-center justify-center gap-1 px-4 py-6 text-center',
        disabled ? 'cursor-not-allowed' : 'cursor-pointer'
      )}
    >
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-sunken text-ink-faint">
        {isReading ? <Spinner /> : <Icon size={20} />}
      </span>
      <span className="text-small font-medium">
        {isReading ? 'Читаю файл…' : kind === 'video' ? 'Выберите видео' : 'Выберите изображение'}
      </span>
      <span className="text-caption text-ink-soft pointer-coarse:hidden">
        перетащите его сюда или вставьте из буфера
      </span>
    </label>
  )
}

interface FilePreviewProps {
  kind: 'image' | 'video'
  /** A data URL, or the address of a file of the user's jobs. */
  src: string
  /** Undefined when unknown. */
  sizeBytes: number | undefined
  /** File name; null when unknown. */
  name: string | null
  /** Null until the preview is loaded. */
  size: Size | null
  onSize: (size: Size) => void
  /** The picture cannot be loaded. */
  onBroken?: () => void
  children: ReactNode
}

/** The chosen file with its size; `children` are its buttons. */
export function FilePreview({ kind, src, sizeBytes, name, size, onSize, onBroken, children }: FilePreviewProps) {
  const facts = [size && `${size.width} × ${size.height}`, sizeBytes !== undefined && formatBytes(sizeBytes)].filter(
    Boolean
  )
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex min-h-24 items-center justify-center overflow-hidden rounded-control bg-sunken">
        {kind === 'image' ? (
          <img
            src={src}
            onError={onBroken}
            alt="Загруженное изображение"
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize({ width, height })}
            className="max-h-72 object-contain"
          />
        ) : (
          <VideoPreview key={src} src={src} onSize={onSize} />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="max-w-full min-w-0">
          {name && <p className="truncate text-small font-medium">{name}</p>}
          <p className="text-caption text-ink-faint tabular-nums">{facts.join(' · ')}</p>
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </div>
  )
}

/** A chosen file plays from an object URL: the Content-Security-Policy forbids media from data URLs. */
function VideoPreview({ src, onSize }: { src: string; onSize: (size: Size) => void }) {
  const [isUnplayable, setUnplayable] = useState(false)
  const attach = useCallback(
    (video: HTMLVideoElement | null) => {
      if (!video) return undefined
      const url = src.startsWith('data:') ? URL.createObjectURL(blobOf(src)) : null
      video.src = url ?? src
      return () => {
        if (url !== null) URL.revokeObjectURL(url)
      }
    },
    [src]
  )
  if (isUnplayable) {
    return (
      <p className="flex items-center gap-2 p-4 text-small text-ink-soft">
        <FileVideo size={20} className="shrink-0 text-ink-faint" aria-hidden />
        Этот браузер не умеет показывать такое видео, но обработать его можно
      </p>
    )
  }
  return (
    <video
      ref={attach}
      controls
      muted
      playsInline
      preload="metadata"
      aria-label="Загруженное видео"
      onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => onSize({ width, height })}
      onError={() => setUnplayable(true)}
      className="max-h-72"
    />
  )
}

interface JobFilePreviewProps {
  kind: 'image' | 'video'
  /** Names the file. */
  value: string
  size: Size | null
  /** @param sizeBytes undefined when unknown */
  onSize: (size: Size, sizeBytes?: number) => void
  children: ReactNode
}

/** A chosen file that is one of the user's jobs. It has not been loaded into the form and need not be. */
export function JobFilePreview({ kind, value, size, onSize, children }: JobFilePreviewProps) {
  const file = useJobFile(value)
  const [isBroken, setBroken] = useState(false)
  if (file === null || isBroken) return <Gone>{children}</Gone>
  if (file === undefined) return <Skeleton className="m-3 h-48 rounded-control" />
  return (
    <FilePreview
      key={value}
      kind={kind}
      src={file.url}
      sizeBytes={file.facts?.sizeBytes}
      name="Из ваших работ"
      size={size}
      onSize={(found) => onSize(found, file.facts?.sizeBytes)}
      onBroken={() => setBroken(true)}
    >
      {children}
    </FilePreview>
  )
}

const Gone = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-3 p-3">
    <p
      role="alert"
      className="flex min-h-24 items-center justify-center gap-2 rounded-control bg-sunken p-4 text-small text-ink-soft"
    >
      <ImageOff size={20} className="shrink-0 text-ink-faint" aria-hidden />
      Этого файла больше нет: работа удалена
    </p>
    <div className="flex flex-wrap justify-end gap-2">{children}</div>
  </div>
)
