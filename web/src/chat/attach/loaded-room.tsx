import { useEffect, type ReactNode, useEffectEvent, useState } from 'react'
import { clsx } from 'clsx'
import { CircleAlert, FileText, ImageIcon, RotateCcw, X, Paperclip } from 'lucide-react'
import { createPortal } from 'react-dom'
import type { Attachment } from '#contract/attached-file.ts'
import { removeAttachment } from '#contract/attachments.ts'
import { filesFlaw } from '#contract/catalogue/attachments.ts'
import { filesFlawTexts } from '#contract/catalogue/files-flaws.ts'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useSession } from '../../base/session/session.tsx'
import { call } from '../../base/session/client.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { landmark } from '../../base/ui/landmark.ts'
import { isScrollLocked } from '../../base/ui/scroll-lock.ts'
import { isPastedText } from '../../media/upload/pasted-text.ts'
import { addSent, attachAgain, dropFile, useFileStates } from './draft-files.ts'
import type { Attaching, Upload } from './attaching.tsx'

export function LoadedRoom({ attaching, hasFiles }: { attaching: Attaching; hasFiles: boolean }) {
  const { box, add } = attaching
  useEffect(() => attachAgain.on((files) => addSent(box, files)), [box])
  return (
    <>
      {add && <DropLayer onFiles={add} />}
      {hasFiles && <Tray attaching={attaching} />}
    </>
  )
}

/** The files that go with the next request, what is happening to them, and what they add to its price. */
function Tray({ attaching }: { attaching: Attaching }) {
  const { box, files, uploads } = attaching
  const { user } = useSession()
  const hindrance = hindranceOf(attaching)
  useFileStates(box, files)
  return (
    <div className="order-first w-full px-3 pt-3">
      <ul aria-label="Файлы запроса" className="flex flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.id} className="min-w-0 max-w-full">
            <FileChip file={file} onRemove={() => remove(attaching, file)} />
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.key} className="min-w-0 max-w-full">
            <UploadChip upload={upload} onRemove={upload.cancel} />
          </li>
        ))}
      </ul>
      <output className={clsx('mt-2 block px-1 text-caption', hindrance ? 'text-ink' : 'text-ink-soft')}>
        {hindrance ?? priceText(attaching, user)}
      </output>
    </div>
  )
}

/** The server deletes an unused file after a day anyway. A file that was sent before is deleted with its chat. */
function remove({ box }: Attaching, { id }: Attachment) {
  dropFile(box, id)
  void call(removeAttachment, { id }).catch(() => undefined)
}

/** Why the request cannot be sent with its files yet; null when it can. */
function hindranceOf({ files, uploads }: Attaching): string | null {
  if (uploads.some(({ error }) => error === null)) return 'Файлы ещё загружаются'
  if (files.some(({ state }) => state === 'waiting')) return 'Текст файлов ещё читается'
  const isUnusable = uploads.length > 0 || files.some(({ state }) => state === 'failed')
  if (isUnusable) return 'Уберите файлы, которые не удалось приложить'
  const flaw = filesFlaw(files)
  return flaw && filesFlawTexts[flaw]
}

function priceText({ surchargeTokens }: Attaching, user: ReturnType<typeof useSession>['user']): string {
  if (user && !paysInTokens(user.plan)) return 'Файлы увидит модель. По подписке они ничего не стоят'
  return `За файлы: +${formatTokens(surchargeTokens)} к цене запроса`
}

function FileChip({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const { name, kind, size, state, failure, url } = file
  return (
    <Chip
      name={name}
      picture={
        kind === 'picture' ? (
          <img src={url} alt="" className="size-12 rounded-control object-cover" />
        ) : (
          <Place>{state === 'failed' ? <CircleAlert size={20} /> : <FileText size={20} />}</Place>
        )
      }
      note={state === 'waiting' ? 'Читаем текст…' : (failure ?? formatBytes(size))}
      isWrong={state === 'failed'}
      busy={state === 'waiting'}
      onRemove={onRemove}
    />
  )
}

function UploadChip({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const { name, size, progress, error, retry } = upload
  const percent = Math.floor(progress * 100)
  return (
    <Chip
      name={name}
      picture={<Place>{error ? <CircleAlert size={20} /> : <ImageIcon size={20} />}</Place>}
      note={error ?? `${formatBytes(size)}, ${percent}\u00a0%`}
      isWrong={error !== null}
      busy={error === null}
      bar={
        error === null && (
          <progress aria-label={`Загрузка файла ${name}`} className="sr-only" value={percent} max={100} />
        )
      }
      action={
        retry && (
          <IconButton
            label={`Загрузить ещё раз: ${name}`}
            size="small"
            icon={<RotateCcw size={16} />}
            onClick={retry}
          />
        )
      }
      onRemove={onRemove}
    />
  )
}

interface ChipProps {
  name: string
  picture: ReactNode
  note: string
  isWrong: boolean
  busy: boolean
  bar?: ReactNode
  action?: ReactNode
  onRemove: () => void
}

const Chip = ({ name, picture, note, isWrong, busy, bar, action, onRemove }: ChipProps) => (
  <div className="flex max-w-80 items-center gap-2.5 rounded-control border border-line bg-sunken p-1.5">
    {picture}
    <span className="min-w-0 grow">
      <span className="block truncate text-small" title={name}>
        {name}
      </span>
      <span className={clsx('flex items-center gap-1.5 text-caption', isWrong ? 'text-danger' : 'text-ink-soft')}>
        {busy && <Spinner size={12} />}
        <span className="min-w-0">{note}</span>
      </span>
      {bar}
    </span>
    <span className="flex shrink-0">
      {action}
      <IconButton label={`Убрать файл ${name}`} size="small" icon={<X size={16} />} onClick={onRemove} />
    </span>
  </div>
)

const Place = ({ children }: { children: ReactNode }) => (
  <span aria-hidden className="grid size-12 shrink-0 place-items-center rounded-control bg-hover text-ink-soft">
    {children}
  </span>
)

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Shows where files may be dropped while they are dragged over the page. */
function DropLayer({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault()
      setOver(!isScrollLocked())
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      // Also fired between elements of the page.
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!carriesFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (!isScrollLocked()) take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event
      if (!clipboardData?.files.length || event.defaultPrevented || isScrollLocked()) return
      if (isPastedText(clipboardData)) return
      event.preventDefault()
      take([...clipboardData.files])
    }
    const listeners = new AbortController()
    const { signal } = listeners
    window.addEventListener('dragenter', hold, { signal })
    window.addEventListener('dragover', hold, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => listeners.abort()
  }, [])

  if (!isOver) return null
  // Within the composer, which is `self-contained`, `fixed` would mean its edges.
  return createPortal(
    <div className="pointer-events-none fixed inset-3 z-30 grid animate-appear place-items-center rounded-panel border-2 border-dashed border-accent bg-paper/90 p-6">
      <p className="flex items-center gap-3 text-title font-semibold">
        <Paperclip size={24} aria-hidden />
        Отпустите файлы, чтобы приложить
      </p>
    </div>,
    landmark()
  )
}
