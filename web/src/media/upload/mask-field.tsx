import { useEffect, useId, useState } from 'react'
import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { MaskCanvas } from './mask/mask-canvas.tsx'
import { type MaskTool, MaskTools } from './mask/mask-tools.tsx'
import { firstSteps, useMask } from './mask/use-mask.ts'
import type { MaskStep } from './mask/mask-steps.ts'
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

function Painting({ disabled, isInvalid, isOptional, ...picture }: PictureProps & Begun) {
  const { src, size } = picture
  const mask = useMask(picture)
  const [tool, setTool] = useState<MaskTool>('brush')
  const [brushSize, setBrushSize] = useState(8)
  const radius = (Math.max(size.width, size.height) * brushSize) / 200
  return (
    <div inert={disabled} className={disabled ? 'opacity-60' : ''}>
      <MaskCanvas image={src} size={size} mask={mask} radius={radius} tool={tool} isInvalid={isInvalid} />
      <MaskTools mask={mask} tool={tool} onTool={setTool} brushSize={brushSize} onBrushSize={setBrushSize} />
      <output className="block text-caption text-ink-faint">
        {statusOf(mask.coverage, { failed: mask.failed, isOptional })}
      </output>
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
