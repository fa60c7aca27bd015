import { Brush } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { MaskOverlay } from './mask/mask-overlay.tsx'
import { firstSteps, useMask } from './mask/use-mask.ts'
import type { MaskStep } from './mask/mask-steps.ts'
import { Button } from '../../base/ui/button.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import type { Size } from './file/chosen-file.ts'

interface MaskFieldProps {
  /** Of kind `mask`. */
  parameter: FileParameter
  /** The picture under the mask, as a data URL or the name of a job's file; undefined until the user has chosen one. */
  image: string | undefined
  /** Where the picture is shown from; undefined until that is known. A name is no address. */
  src: string | undefined
  /** A PNG data URL in the natural size of the picture: white is replaced, or what is transparent (`isCut`). */
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
  /** Says why the form must not be sent: what is painted has no file yet, or could get none. Null: it may be. */
  onUnsaved: (problem: string | null) => void
  problem: string | undefined
  disabled: boolean
}

/** Lets the user paint the part of a picture that is to be replaced. */
export function MaskField(props: MaskFieldProps) {
  const { parameter, image, src, value, onChange, onUnsaved, problem, disabled } = props
  const id = useId()
  useEffect(() => {
    if (image === undefined && value !== undefined) onChange(undefined)
  }, [image, value, onChange])
  return (
    <fieldset disabled={disabled} aria-describedby={problem && id} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-small font-medium">{parameter.label}</legend>
      {image === undefined ? (
        <p className="rounded-card border border-dashed border-line-strong/60 px-4 py-6 text-center text-small text-ink-soft">
          Загрузите изображение, и на нём можно будет закрасить область
        </p>
      ) : src === undefined ? (
        <Skeleton className="min-h-48" />
      ) : (
        <Picture
          key={image}
          {...{ image, src, value, onChange, onUnsaved, disabled }}
          isInvalid={problem !== undefined}
          problemId={problem && id}
          isCut={parameter.isCut === true}
          isOptional={parameter.requiredText === undefined}
        />
      )}
      {problem && (
        <p id={id} role="alert" className="animate-appear text-caption text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

interface PictureProps extends Pick<MaskFieldProps, 'value' | 'onChange' | 'onUnsaved' | 'disabled'> {
  image: string
  src: string
  isInvalid: boolean
  problemId: string | undefined
  isCut: boolean
  isOptional: boolean
}

interface Begun {
  size: Size
  begun: readonly MaskStep[]
}

/** Shows the plain picture until its size and the mask that the form may already hold are known. */
function Picture(props: PictureProps) {
  const { image, src, value } = props
  const [start, setStart] = useState<Begun | null>(null)
  if (start) return <Painting {...props} {...start} />
  const begin = async (size: Size) => setStart({ size, begun: await firstSteps(image, value, size) })
  return (
    <img
      src={src}
      alt=""
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => void begin({ width, height })}
      className="mx-auto max-h-[60dvh] max-w-full rounded-control"
    />
  )
}

const loadEditor = () => import('./mask/mask-editor.tsx')
const MaskEditor = lateDialog(async () => (await loadEditor()).MaskEditor)

/** The picture with what is selected; painting opens over the whole window. */
function Painting({ disabled, isInvalid, problemId, isOptional, ...picture }: PictureProps & Begun) {
  const { src, size } = picture
  const mask = useMask(picture)
  const [isOpen, setOpen] = useState(false)
  const isEmpty = mask.coverage === 0
  const status = statusOf(mask.coverage, { failed: mask.failed, isOptional })
  return (
    <div inert={disabled} className={disabled ? 'opacity-60' : ''}>
      <button
        type="button"
        aria-describedby={problemId}
        data-invalid={isInvalid || undefined}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadEditor()}
        className="group flex w-full flex-col overflow-hidden rounded-card border border-line-strong/60 bg-raised transition hover:border-line-strong data-invalid:border-danger"
      >
        <span className="flex justify-center bg-sunken">
          <span className="relative block">
            <img src={src} alt="" className="block max-h-72 max-w-full" />
            <MaskOverlay mask={mask} size={size} />
          </span>
        </span>
        <span className="flex min-h-11 items-center justify-center gap-2 px-3 text-small font-medium">
          <Brush size={17} aria-hidden className="text-ink-faint" />
          <span>{isEmpty ? 'Закрасить область' : 'Изменить область'}</span>
        </span>
      </button>
      <div className="mt-1 flex items-center justify-between gap-2">
        <output className="text-caption text-ink-faint">{status}</output>
        {!isEmpty && (
          <Button variant="ghost" size="small" className="-mr-2" onClick={() => mask.add({ kind: 'clear' })}>
            Очистить
          </Button>
        )}
      </div>
      <MaskEditor open={isOpen} onOpenChange={setOpen} src={src} size={size} mask={mask} status={status} />
    </div>
  )
}

function statusOf(coverage: number, { failed, isOptional }: { failed: boolean; isOptional: boolean }): string {
  if (failed) return 'Не удалось сохранить выделение: изображение слишком большое для этого устройства'
  if (coverage === 0)
    return isOptional
      ? 'Закрасьте область, чтобы остальное не менялось. Без выделения модель меняет всё изображение'
      : 'Закрасьте то, что нужно заменить'
  return `Выделено ${Math.max(1, Math.round(coverage * 100))}% изображения`
}
