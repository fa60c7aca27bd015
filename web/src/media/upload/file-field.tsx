import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MediaRoute } from '#contract/catalogue/entry.ts'
import { dataUrlBytes, type FileParameter } from '#contract/catalogue/parameters.ts'
import { pictureSizeProblem } from '#contract/catalogue/picture-limits.ts'
import { isJobFileRef } from '#contract/catalogue/job-file-refs.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Spinner } from '../../base/ui/spinner.tsx'
import { FilePreview, Invitation, JobFilePreview } from './file-preview.tsx'
import { RefusedFile, type Size } from './file/chosen-file.ts'
import { fitNote } from './fit/fit-picture.ts'
import { readFirst, typeNames, type Upload } from './read-upload.ts'
import { useFileDrop, useFilePaste } from './use-drop-and-paste.ts'

export interface FileFieldProps {
  /** Of kind `image` or `video`. */
  parameter: FileParameter
  /** A data URL, or the name of a file of the user's jobs. */
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
  /** Until the chosen file is read the form holds none, or the one before; null: it is read. */
  onUnsaved: (problem: string | null) => void
  /** The form's own error about the value, shown below the field. */
  problem: string | undefined
  disabled: boolean
  /** The upstream for the current settings: its limits decide how large an image may be. */
  route?: Pick<MediaRoute, 'provider' | 'model'> | undefined
  /** Sizes in bytes of the other files of the request. */
  others?: readonly number[] | undefined
}

const readingText = 'Файл ещё читается. Нажмите ещё раз через пару секунд'

/** Takes an image or a video that the user drops, pastes or chooses from the device or its camera. */
export function FileField(props: FileFieldProps) {
  const { parameter, value, onChange, onUnsaved, problem, disabled, route, others = [] } = props
  const { label, kind, mediaTypes, sizeBytesMax } = parameter
  const root = useRef<HTMLDivElement>(null)
  const { isReading, refusal, uploadOf, take, clear } = useUpload(parameter, onChange)
  const [seen, setSeen] = useState<{ of: string; size: Size; sizeBytes: number } | null>(null)
  useFilePaste(root, take, disabled)
  const tellUnsaved = useEffectEvent(onUnsaved)
  useEffect(() => {
    if (!isReading) return undefined
    tellUnsaved(readingText)
    return () => tellUnsaved(null)
  }, [isReading])
  const upload = value === undefined ? null : uploadOf(value)
  const name = upload?.name ?? null
  const shown = seen && seen.of === value ? seen : null
  const measured = route && kind === 'image' ? shown : null
  const fitting = measured && route ? noteOf(parameter, measured, { route, others }) : null
  const note = [shrunkNote(upload), fitting].filter(Boolean).join('. ')
  const sizeProblem = measured && route && fitting === null ? pictureSizeProblem(route, measured.size) : null
  const chosenText = `Файл выбран${name === null ? '' : `: ${name}`}`
  const status = isReading ? 'Читаю файл' : value !== undefined && [chosenText, note].filter(Boolean).join('. ')
  return (
    <div ref={root} data-empty={(value === undefined && !isReading) || undefined}>
      <Field
        label={label}
        hint={
          note ? (
            <span className="text-ink">{note}</span>
          ) : (
            `${typeNames(mediaTypes)}${kind === 'image' ? '. Большие снимки уменьшим сами' : `, до ${formatBytes(sizeBytesMax)}`}`
          )
        }
        error={refusal ?? sizeProblem ?? problem}
      >
        {(control) => (
          <FileArea
            control={{ ...control, accept: mediaTypes.join(','), disabled }}
            kind={kind === 'video' ? 'video' : 'image'}
            chosen={value === undefined ? null : { value, name, size: shown?.size ?? null }}
            onSize={(size, sizeBytes = 0) => value !== undefined && setSeen({ of: value, size, sizeBytes })}
            isReading={isReading}
            onFiles={take}
            onClear={clear}
          />
        )}
      </Field>
      <output className="sr-only">{status}</output>
    </div>
  )
}

const shrunkNote = (upload: Upload | null): string | null =>
  upload?.shrunkFromBytes
    ? `Картинка сжата с ${formatBytes(upload.shrunkFromBytes)} до ${formatBytes(dataUrlBytes(upload.dataUrl))}`
    : null

/** How the picture will be changed before it is sent. A job's file may also have more bytes than a chosen file could have. */
function noteOf(
  { sizeBytesMax }: FileParameter,
  { of, size, sizeBytes }: { of: string; size: Size; sizeBytes: number },
  { route, others }: { route: Pick<MediaRoute, 'provider' | 'model'>; others: readonly number[] }
): string | null {
  const bytesMax = isJobFileRef(of) ? sizeBytesMax : Infinity
  return fitNote({ size, bytes: sizeBytes, others }, route, bytesMax)
}

interface FileAreaProps {
  control: ComponentProps<'input'> & { id: string; disabled: boolean }
  kind: 'image' | 'video'
  /** `value`: a data URL, or the name of a file of the user's jobs. */
  chosen: { value: string; name: string | null; size: Size | null } | null
  onSize: (size: Size, sizeBytes?: number) => void
  isReading: boolean
  onFiles: (files: readonly File[]) => void
  onClear: () => void
}

/** The area for dropping. Keyboard and screen readers use the hidden input inside it. */
function FileArea({ control, kind, chosen, onSize, isReading, onFiles, onClear }: FileAreaProps) {
  const { id, disabled } = control
  const input = useRef<HTMLInputElement>(null)
  const { isOver, area } = useFileDrop(onFiles, disabled)

  function remove() {
    onClear()
    input.current?.focus()
  }

  return (
    <div
      {...area}
      data-over={isOver || undefined}
      className={clsx(
        'relative rounded-card border border-dashed border-line-strong/60 bg-raised transition has-[input[aria-invalid]]:border-danger data-over:border-accent data-over:bg-accent-soft',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
        disabled ? 'opacity-60' : 'hover:border-line-strong'
      )}
    >
      <input
        {...control}
        ref={input}
        type="file"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Otherwise choosing the same file again would fire no event.
          target.value = ''
        }}
        className="sr-only"
      />
      {chosen === null ? (
        <Invitation kind={kind} inputId={id} isReading={isReading} disabled={disabled} />
      ) : (
        <Chosen kind={kind} {...chosen} onSize={onSize}>
          <label
            htmlFor={id}
            aria-hidden
            className={clsx(buttonClass({ variant: 'secondary', size: 'small' }), !disabled && 'cursor-pointer')}
          >
            {isReading && <Spinner />}
            <span>Заменить</span>
          </label>
          <Button variant="ghost" size="small" icon={<Trash2 size={16} />} disabled={disabled} onClick={remove}>
            Убрать
          </Button>
        </Chosen>
      )}
    </div>
  )
}

interface ChosenProps extends Pick<FileAreaProps, 'kind' | 'onSize'> {
  value: string
  name: string | null
  size: Size | null
  children: ReactNode
}

const Chosen = ({ value, name, onSize, ...preview }: ChosenProps) =>
  isJobFileRef(value) ? (
    <JobFilePreview key={value} value={value} onSize={onSize} {...preview} />
  ) : (
    <FilePreview
      src={value}
      sizeBytes={dataUrlBytes(value)}
      name={name}
      onSize={(size) => onSize(size, dataUrlBytes(value))}
      {...preview}
    />
  )

type OnChange = (dataUrl: string | undefined) => void

/** Reads the chosen file. A file chosen later replaces one that is still being read. */
function useUpload(parameter: FileParameter, onChange: OnChange) {
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const turn = useRef(0)
  // The form may have changed while the file was being read.
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])
  useEffect(() => () => void (turn.current += 1), [])

  async function take(files: readonly File[]) {
    if (files.length === 0) return
    const own = (turn.current += 1)
    setReading(true)
    setRefusal(null)
    try {
      const read = await readFirst(files, parameter)
      if (turn.current !== own) return
      setUpload(read)
      tell.current(read.dataUrl)
      if (files.length > 1) notify.info(`Сюда помещается один файл: взят «${read.name}»`)
    } catch (error) {
      if (turn.current !== own) return
      setRefusal(error instanceof RefusedFile ? error.message : 'Не удалось прочитать файл')
    }
    setReading(false)
  }

  function clear() {
    turn.current += 1
    setReading(false)
    setRefusal(null)
    setUpload(null)
    tell.current(undefined)
  }

  return {
    isReading,
    refusal,
    /** Null when the value did not come from a file chosen in this field. */
    uploadOf: (dataUrl: string) => (upload?.dataUrl === dataUrl ? upload : null),
    take: (files: readonly File[]) => void take(files),
    clear
  }
}
