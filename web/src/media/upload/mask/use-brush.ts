import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Size } from '../file/chosen-file.ts'
import { directions, historyKey, passedPoints, pointedAt } from './pointed.ts'
import { middleOf, type Point, type Stroke, within } from './steps.ts'
import type { Mask } from './use-mask.ts'
import { drawStroke, inPicturePixels } from './draw-mask.ts'

interface Brush {
  canvas: RefObject<HTMLCanvasElement | null>
  mask: Mask
  size: Size
  /** In pixels of the picture. */
  radius: number
  erases: boolean
}

/** Painting with pointer and keyboard; `at` is the position of the brush. */
export function useBrush({ canvas, mask, size, radius, erases }: Brush) {
  const [at, setAt] = useState<Point>(() => middleOf(size))
  const stroke = useStroke(canvas, size, mask.add)

  const pointOf = (event: PointerEvent): Point => pointedAt(canvas, size, event)

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setAt(within(size, pointOf(event)))
    stroke.begin(pointOf(event), { radius, erases })
  }

  function onPointerMove(event: PointerEvent) {
    if (!event.isPrimary) return
    setAt(within(size, pointOf(event)))
    stroke.extend(passedPoints(canvas, size, event))
  }

  /** Lifting a second finger does not end the stroke. */
  function onPointerUp(event: PointerEvent) {
    if (event.isPrimary) stroke.end()
  }

  function paint(points: Point[]) {
    mask.add({ kind: 'stroke', erases, radius, points })
  }

  function moveBy({ x, y }: Point, paints: boolean) {
    const next = within(size, { x: at.x + x * radius, y: at.y + y * radius })
    setAt(next)
    if (paints) paint([at, next])
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = directions[event.key]
    const asked = historyKey(event)
    if (asked) mask[asked]()
    else if (direction) moveBy(direction, event.shiftKey)
    else if (event.key === ' ') paint([at])
    else return
    event.preventDefault()
  }

  return {
    at,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown }
  }
}

/** The stroke that the user is painting: new points are drawn at once over the canvas. */
function useStroke(canvas: RefObject<HTMLCanvasElement | null>, size: Size, onEnd: (stroke: Stroke) => void) {
  const stroke = useRef<Stroke | null>(null)

  function draw(from: number) {
    const { current } = canvas
    if (!current || !stroke.current) return
    const context = inPicturePixels(current, size, getComputedStyle(current).color)
    if (context) drawStroke(context, stroke.current, from)
  }

  return {
    begin: (point: Point, brush: Pick<Stroke, 'radius' | 'erases'>) => {
      stroke.current = { kind: 'stroke', ...brush, points: [point] }
      draw(0)
    },
    extend: (points: readonly Point[]) => {
      if (!stroke.current) return
      const from = stroke.current.points.length - 1
      stroke.current.points.push(...points)
      draw(from)
    },
    end: () => {
      if (stroke.current) onEnd(stroke.current)
      stroke.current = null
    }
  }
}
