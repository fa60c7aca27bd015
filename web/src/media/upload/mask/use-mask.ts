import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { coverageOf, exportMask, type MaskStep } from './mask-steps.ts'
import { blobOf, type Size } from '../file/chosen-file.ts'
import { isJobFileRef } from '#contract/catalogue/job-file-refs.ts'
import { readJobFile } from '../../job/job-file.ts'
import { pageStore } from '../../../base/storage/page-store.ts'

interface MaskOptions {
  image: string
  size: Size
  /** The steps that made the value. */
  begun: readonly MaskStep[]
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
  onUnsaved: (problem: string | null) => void
  /** The chosen area becomes transparent instead of white. */
  isCut: boolean
}

const savingText = 'Выделение ещё сохраняется. Нажмите ещё раз через пару секунд'
const unsavedText = 'Выделение не сохранилось. Очистите его или выберите изображение поменьше'

/** The file of the steps, which the form gets once it is made. */
function useMaskFile({ image, size, begun, value, onChange, onUnsaved, isCut }: MaskOptions) {
  const [failed, setFailed] = useState(false)
  const turn = useRef(0)
  const tell = useRef({ onChange, onUnsaved })
  useEffect(() => {
    tell.current = { onChange, onUnsaved }
  }, [onChange, onUnsaved])

  const dropForeign = useEffectEvent(() => {
    if (value !== undefined && begun.length === 0) onChange(undefined)
  })
  useEffect(() => {
    dropForeign()
    return () => {
      turn.current += 1
      // The form no longer shows this area.
      tell.current.onUnsaved(null)
    }
  }, [])

  async function make(steps: readonly MaskStep[]) {
    const own = (turn.current += 1)
    setFailed(false)
    // The form must send neither the old file while the new one is being made, nor the picture without any.
    tell.current.onChange(undefined)
    const isEmpty = coverageOf(steps, size) === 0
    tell.current.onUnsaved(isEmpty ? null : savingText)
    if (isEmpty) return
    const file = await exportMask(steps, size, isCut).catch(() => null)
    if (turn.current !== own) return
    tell.current.onUnsaved(file === null ? unsavedText : null)
    if (file === null) return setFailed(true)
    rememberMask({ image, value: file, steps })
    tell.current.onChange(file)
  }

  return { failed, make }
}

/** The steps of the mask of one picture. Every change exports a new file. */
export function useMask(options: MaskOptions) {
  const { size, begun } = options
  const [steps, setSteps] = useState(begun)
  /** What was undone, the next to come back last. */
  const [undone, setUndone] = useState<readonly MaskStep[]>([])
  const coverage = useMemo(() => (steps.length === 0 ? 0 : coverageOf(steps, size)), [steps, size])
  const { failed, make } = useMaskFile(options)

  function change(next: readonly MaskStep[]) {
    setSteps(next)
    void make(next)
  }

  const last = steps.at(-1)
  const next = undone.at(-1)
  const canUndo = last !== undefined && last.kind !== 'earlier'

  function add(step: MaskStep) {
    setUndone([])
    change([...steps, step])
  }

  function undo() {
    if (!canUndo) return
    setUndone([...undone, last])
    change(steps.slice(0, -1))
  }

  function redo() {
    if (!next) return
    setUndone(undone.slice(0, -1))
    change([...steps, next])
  }

  return {
    steps,
    /** The selected share of the picture, from 0 to 1. */
    coverage,
    /** The file could not be made. */
    failed,
    add,
    canUndo,
    undo,
    canRedo: next !== undefined,
    redo
  }
}

export type Mask = ReturnType<typeof useMask>

interface KnownMask {
  image: string
  value: string
  steps: readonly MaskStep[]
}

/** The last mask, for a field that is mounted again while the form still holds its value. */
const latest = pageStore<KnownMask | null>(() => null)

const rememberMask = (mask: KnownMask): void => latest.setState(mask, true)

/** The selection of a mask file as opaque pixels; null for a file of another size. */
async function selectionOf(mask: string, { width, height }: Size): Promise<HTMLCanvasElement | null> {
  const file = isJobFileRef(mask) ? await readJobFile(mask) : blobOf(mask)
  const bitmap = file && (await createImageBitmap(file).catch(() => null))
  if (!bitmap) return null
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context || bitmap.width !== width || bitmap.height !== height) return null
  canvas.width = width
  canvas.height = height
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const pixels = context.getImageData(0, 0, width, height)
  // What is chosen is white in one kind of mask, and transparent in the other.
  for (let red = 0; red < pixels.data.length; red += 4) {
    const alpha = pixels.data[red + 3] ?? 0
    pixels.data[red + 3] = Math.max(pixels.data[red] ?? 0, 255 - alpha)
  }
  context.putImageData(pixels, 0, 0)
  return canvas
}

/** The steps of the mask that the form already holds; none when it has no mask, or one of another picture. */
export async function firstSteps(image: string, value: string | undefined, size: Size): Promise<readonly MaskStep[]> {
  if (value === undefined) return []
  const known = latest.getState()
  if (known?.value === value) return known.image === image ? known.steps : []
  const selection = await selectionOf(value, size)
  return selection ? [{ kind: 'earlier', selection }] : []
}
