import type { MouseEvent, ReactNode } from 'react'
import { clsx } from 'clsx'
import { CircleAlert, FileText, ImageIcon, X } from 'lucide-react'
import type { Attachment } from '#contract/attached-file.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import type { Upload } from './attaching.tsx'

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
