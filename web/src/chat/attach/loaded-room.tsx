import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { clsx } from 'clsx'
import { CircleAlert, FileText, ImageIcon, X } from 'lucide-react'
import type { Attachment } from '#contract/attached-file.ts'
import { filesFlaw } from '#contract/catalogue/attachments.ts'
import { filesFlawTexts } from '#contract/catalogue/files-flaws.ts'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { usePrompt } from '../draft/draft-box.ts'
import { addSent, attachAgain, removeFile, useFileStates } from './draft-files.ts'
import { type Attaching, dropUnready, type Upload } from './attaching.tsx'

interface LoadedRoomProps {
  attaching: Attaching
  /** Sends the request with the files that are ready; null: nothing is sent from here now. */
  onSendReady: (() => void) | null
  hasFiles: boolean
}

export function LoadedRoom({ attaching, onSendReady, hasFiles }: LoadedRoomProps) {
  const { box } = attaching
  useEffect(() => attachAgain.on((files) => addSent(box, files)), [box])
  return hasFiles && <Tray attaching={attaching} onSendReady={onSendReady} />
}

/** The files that go with the next request, what is happening to them, and what they add to its price. */
function Tray({ attaching, onSendReady }: Pick<LoadedRoomProps, 'attaching' | 'onSendReady'>) {
  const { box, files, uploads } = attaching
  const { user } = useSession()
  const hindrance = hindranceOf(attaching)
  useFileStates(box, files)
  return (
    <div className="order-first w-full px-3 pt-3">
      <ul aria-label="Файлы запроса" className="flex flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.id} className="min-w-0 max-w-full">
            <FileChip file={file} onRemove={() => removeFile(box, file)} />
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.key} className="min-w-0 max-w-full">
            <UploadChip upload={upload} onRemove={upload.cancel} />
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-x-6 px-1">
        <output className={clsx('text-caption', hindrance ? 'text-ink' : 'text-ink-soft')}>
          {hindrance ?? priceText(attaching, user)}
        </output>
        {onSendReady && <SendReady attaching={attaching} onSendReady={onSendReady} />}
      </div>
    </div>
  )
}

/** Why the request cannot be sent with its files yet; null when it can. */
export function hindranceOf({
  files,
  uploads,
  noPictures
}: Pick<Attaching, 'files' | 'uploads' | 'noPictures'>): string | null {
  if (uploads.some(({ error }) => error === null)) return 'Файлы ещё загружаются'
  if (files.some(({ state }) => state === 'waiting')) return 'Текст файлов ещё читается'
  const isUnusable = uploads.length > 0 || files.some(({ state }) => state === 'failed')
  if (uploads.some(({ retry }) => retry)) return 'Повторите загрузку или уберите файлы, которые не приложились'
  if (isUnusable) return 'Уберите файлы, которые не удалось приложить'
  const flaw = filesFlaw(files)
  if (flaw) return filesFlawTexts[flaw]
  return files.some(({ kind }) => kind === 'picture') ? noPictures : null
}

/** What is not ready holds back nothing: its user can send the request without it. */
function SendReady({ attaching, onSendReady }: { attaching: Attaching; onSendReady: () => void }) {
  const { box, files, uploads } = attaching
  const isWritten = usePrompt(box).trim() !== ''
  const unready = uploads.length + files.filter(({ state }) => state !== 'ready').length
  if (unready === 0 || !isWritten) return null
  return (
    <Button
      variant="ghost"
      size="small"
      className="-mx-3"
      onClick={() => {
        dropUnready(box)
        onSendReady()
      }}
    >
      {unready === 1 ? 'Отправить без него' : 'Отправить без них'}
    </Button>
  )
}

function priceText({ surchargeTokens }: Attaching, user: ReturnType<typeof useSession>['user']): string {
  if (user && !paysInTokens(user.plan)) return 'Файлы увидит модель. По подписке они ничего не стоят'
  return `За файлы: +${formatTokens(surchargeTokens)} к цене запроса`
}

export function FileChip({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
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

export function UploadChip({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const { name, size, progress, error, retry } = upload
  const percent = Math.floor(progress * 100)
  return (
    <Chip
      name={name}
      picture={<Place>{error ? <CircleAlert size={20} /> : <ImageIcon size={20} />}</Place>}
      note={error ?? (progress === 1 ? 'Проверяем…' : `${formatBytes(size)}, ${percent}\u00a0%`)}
      isWrong={error !== null}
      busy={error === null}
      bar={
        error === null && (
          <progress aria-label={`Загрузка файла ${name}`} className={barClass} value={percent} max={100} />
        )
      }
      action={
        retry && (
          <Button
            variant="ghost"
            size="small"
            aria-label={`Повторить: ${name}`}
            onClick={({ currentTarget }) => {
              // This button is gone while the file is sent.
              currentTarget.closest('li')?.querySelector<HTMLElement>('div > button')?.focus()
              retry()
            }}
            className="-mb-1 -ml-3"
          >
            Повторить
          </Button>
        )
      }
      onRemove={onRemove}
    />
  )
}

const barClass =
  'mt-1 block h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent'

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
      {action}
    </span>
    <IconButton
      label={`Убрать файл ${name}`}
      size="small"
      icon={<X size={16} />}
      onClick={(event) => {
        if (isByKey(event)) passFocus(event.currentTarget)
        onRemove()
      }}
    />
  </div>
)

const isByKey = ({ detail }: MouseEvent): boolean => detail === 0

/** To the same button of the next file, or to the request: this button goes with its file. */
function passFocus(button: HTMLElement): void {
  const chip = button.closest('li')
  const next = chip?.nextElementSibling ?? chip?.previousElementSibling
  const target = next?.querySelector<HTMLElement>('div > button') ?? button.closest('form')?.querySelector('textarea')
  target?.focus()
}

const Place = ({ children }: { children: ReactNode }) => (
  <span aria-hidden className="grid size-12 shrink-0 place-items-center rounded-control bg-hover text-ink-soft">
    {children}
  </span>
)
