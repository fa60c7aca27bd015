import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { coverageOf, exportMask } from './export-mask.ts'
import type { MaskStep, Size } from './steps.ts'

interface MaskOptions {
  image: string
  size: Size
  value: string | undefined
  onChange: (dataUrl: string | undefined) => void
}

/** The latest mask, for a field that was taken off the page and comes back while the form still has its value. */
let latest: { image: string; value: string; steps: readonly MaskStep[] } | null = null

const recall = ({ image, value }: MaskOptions) =>
  latest?.image === image && latest.value === value ? latest.steps : null

/** What was done to the mask of one picture. Every change ends in a new file. */
export function useMask(options: MaskOptions) {
  const { image, size, value, onChange } = options
  const [recalled] = useState(() => recall(options))
  const [steps, setSteps] = useState(recalled ?? [])
  const [failed, setFailed] = useState(false)
  const coverage = useMemo(() => (steps.length === 0 ? 0 : coverageOf(steps, size)), [steps, size])
  const turn = useRef(0)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])

  const dropForeign = useEffectEvent(() => {
    if (value !== undefined && !recalled) onChange(undefined)
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
    latest = { image, value: file, steps: next }
    tell.current(file)
  }

  return {
    steps,
    /** The selected share of the picture, from 0 to 1. */
    coverage,
    /** The file could not be made. */
    failed,
    add: (step: MaskStep) => void change([...steps, step]),
    undo: () => void change(steps.slice(0, -1))
  }
}

export type Mask = ReturnType<typeof useMask>
