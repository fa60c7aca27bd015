import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { coverageOf, exportMask } from './export-mask.ts'
import { rememberMask } from './first-steps.ts'
import type { Size } from '../file/size.ts'
import type { MaskStep } from './steps.ts'

interface MaskOptions {
  image: string
  size: Size
  /** What the value is made of. */
  begun: readonly MaskStep[]
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
}

/** What was done to the mask of one picture. Every change ends in a new file. */
export function useMask({ image, size, begun, value, onChange }: MaskOptions) {
  const [steps, setSteps] = useState(begun)
  const [failed, setFailed] = useState(false)
  const coverage = useMemo(() => (steps.length === 0 ? 0 : coverageOf(steps, size)), [steps, size])
  const turn = useRef(0)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])

  const dropForeign = useEffectEvent(() => {
    if (value !== undefined && begun.length === 0) onChange(undefined)
  })
  useEffect(() => {
    dropForeign()
    return () => {
      turn.current += 1
    }
  }, [])

  async function change(next: readonly MaskStep[]) {
    const own = (turn.current += 1)
    setSteps(next)
    setFailed(false)
    // Until the new file is there, the form must not send the old one.
    tell.current(undefined)
    if (coverageOf(next, size) === 0) return
    const file = await exportMask(next, size)
    if (turn.current !== own) return
    if (file === null) return setFailed(true)
    rememberMask({ image, value: file, steps: next })
    tell.current(file)
  }

  const canUndo = steps.length > 0 && steps.at(-1)?.kind !== 'earlier'
  return {
    steps,
    /** The selected share of the picture, from 0 to 1. */
    coverage,
    /** The file could not be made. */
    failed,
    add: (step: MaskStep) => void change([...steps, step]),
    canUndo,
    undo: () => void (canUndo && change(steps.slice(0, -1)))
  }
}

export type Mask = ReturnType<typeof useMask>
