import { useRef, useState, type ComponentProps } from 'react'
import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import type { MediaRoute } from '#contract/catalogue/entry.ts'
import { pictureSizeProblem } from '#contract/catalogue/picture-limits.ts'
import { dataUrlBytes, type FileParameter } from '#contract/catalogue/parameters.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import { Spinner } from '../../base/ui/spinner.tsx'
import { FilePreview, Invitation } from './file-preview.tsx'
import { typeNames } from './read-upload.ts'
import { fitNote } from './fit/fit-limits.ts'
import type { Size } from './file/chosen-file.ts'
import { useFileDrop, useFilePaste } from './use-drop-and-paste.ts'
import { useUpload } from './use-upload.ts'

export interface FileFieldProps {
  /** Of kind `image` or `video`. */
  parameter: FileParameter
  /** A data URL. */
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
  /** The form's own error about the value, shown below the field. */
  problem: string | undefined
  disabled: boolean
  /** The upstream for the current settings: its limits decide how large an image may be. */
  route?: Pick<MediaRoute, 'provider' | 'model'> | undefined
  /** Sizes in bytes of the other files of the request. */
  others?: readonly number[] | undefined
}

/** Takes an image or a video that the user drops, pastes or chooses from the device or its camera. */
export function FileField({ parameter, value, onChange, problem, disabled, route, others = [] }: FileFieldProps) {
  const { label, kind, mediaTypes, sizeBytesMax } = parameter
  const root = useRef<HTMLDivElement>(null)
  const { isReading, refusal, nameOf, take, clear } = useUpload(parameter, onChange)
  const [seen, setSeen] = useState<{ of: string; size: Size } | null>(null)
  useFilePaste(root, take, disabled)
  const name = value === undefined ? null : nameOf(value)
  const size = seen && seen.of === value ? seen.size : null
  const measured = route && kind === 'image' && value !== undefined && size ? { route, value, size } : null
  const note = measured && fitNote({ size: measured.size, bytes: dataUrlBytes(measured.value), others }, measured.route)
  const sizeProblem = measured && note === null ? pictureSizeProblem(measured.route, measured.size) : null
  const chosenText = `Файл выбран${name === null ? '' : `: ${name}`}`
  const status = isReading ? 'Читаю файл' : value !== undefined && [chosenText, note].filter(Boolean).join('. ')
  return (
    <div ref={root}>
      <Field
        label={label}
        hint={
          note ? <span className="text-ink">{note}</span> : `${typeNames(mediaTypes)}, до ${formatBytes(sizeBytesMax)}`
        }
        error={refusal ?? sizeProblem ?? problem}
      >
        {(control) => (
          <FileArea
            control={{ ...control, accept: mediaTypes.join(','), disabled }}
            kind={kind === 'video' ? 'video' : 'image'}
            chosen={value === undefined ? null : { dataUrl: value, name, size }}
            onSize={(found) => value !== undefined && setSeen({ of: value, size: found })}
            isReading={isReading}
            onFile={take}
            onClear={clear}
          />
        )}
      </Field>
      <output className="sr-only">{status}</output>
    </div>
  )
}

interface FileAreaProps {
  control: ComponentProps<'input'> & { id: string; disabled: boolean }
  kind: 'image' | 'video'
  chosen: { dataUrl: string; name: string | null; size: Size | null } | null
  onSize: (size: Size) => void
  isReading: boolean
  onFile: (file: File) => void
  onClear: () => void
}

/** The area for dropping. Keyboard and screen readers use the hidden input inside it. */
function FileArea({ control, kind, chosen, onSize, isReading, onFile, onClear }: FileAreaProps) {
  const { id, disabled } = control
  const input = useRef<HTMLInputElement>(null)
  const { isOver, area } = useFileDrop(onFile, disabled)

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
          const file = target.files?.[0]
          if (file) onFile(file)
          // Otherwise choosing the same file again would fire no event.
          target.value = ''
        }}
        className="sr-only"
      />
      {chosen === null ? (
        <Invitation kind={kind} inputId={id} isReading={isReading} disabled={disabled} />
      ) : (
        <FilePreview kind={kind} {...chosen} onSize={onSize}>
          <label
            htmlFor={id}
            aria-hidden
            className={clsx(buttonClass({ variant: 'secondary', size: 'small' }), !disabled && 'cursor-pointer')}
          >
            {isReading && <Spinner />}
            Заменить
          </label>
          <Button variant="ghost" size="small" icon={<Trash2 size={16} />} disabled={disabled} onClick={remove}>
            Убрать
          </Button>
        </FilePreview>
      )}
    </div>
  )
}
