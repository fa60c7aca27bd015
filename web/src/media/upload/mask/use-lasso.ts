import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Size } from '../file/chosen-file.ts'
import { directions, historyKey, passedPoints, pointedAt } from './pointed.ts'
import { middleOf, type Point, within } from './steps.ts'
import type { Mask } from './use-mask.ts'

interface Lasso {
  canvas: RefObject<HTMLCanvasElement | null>
  mask: Mask
  size: Size
  /** How far an arrow key moves, in pixels of the picture. */
  step: number
}

/** Fewer corners enclose nothing. */
const cornersMin = 3

/**
 * Selecting what a line encloses: drawn by the pointer, or corner by corner by keyboard. `at` is the position of the cursor,
 * `corners` are those of the line so far.
 */
export function useLasso({ canvas, mask, size, step }: Lasso) {
  const [at, setAt] = useState<Point>(() => middleOf(size))
  const [corners, setCorners] = useState<readonly Point[]>([])
  const isDrawing = useRef(false)

  function close(points: readonly Point[]) {
    isDrawing.current = false
    setCorners([])
    if (points.length >= cornersMin) mask.add({ kind: 'area', points })
  }

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = within(size, pointedAt(canvas, size, event))
    isDrawing.current = true
    setAt(point)
    setCorners([point])
  }

  function onPointerMove(event: PointerEvent) {
    if (!event.isPrimary) return
    const points = passedPoints(canvas, size, event).map((point) => within(size, point))
    setAt(points.at(-1) ?? at)
    if (isDrawing.current) setCorners((before) => [...before, ...points])
  }

  function onPointerUp(event: PointerEvent) {
    if (event.isPrimary && isDrawing.current) close(corners)
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = directions[event.key]
    const asked = historyKey(event)
    if (asked === 'undo' && corners.length > 0) setCorners(corners.slice(0, -1))
    else if (asked) mask[asked]()
    else if (direction) setAt(within(size, { x: at.x + direction.x * step, y: at.y + direction.y * step }))
    else if (event.key === ' ') setCorners([...corners, at])
    else if (event.key === 'Enter' && corners.length > 0) close(corners)
    else return
    event.preventDefault()
  }

  return {
    at,
    corners,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown }
  }
}
