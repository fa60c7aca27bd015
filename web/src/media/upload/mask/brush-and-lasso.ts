import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Size } from '../file/chosen-file.ts'
import { drawMask, drawStroke, inPicturePixels, middleOf, type Point, type Stroke, within } from './mask-steps.ts'
import type { Mask } from './use-mask.ts'

/** The direction of each arrow key. */
const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 }
}

type Position = Pick<PointerEvent, 'clientX' | 'clientY'>

/** Where the pointer is, in pixels of the picture that the canvas covers. */
function pointedAt(canvas: RefObject<HTMLCanvasElement | null>, size: Size, { clientX, clientY }: Position): Point {
  const { left, top, width } = canvas.current?.getBoundingClientRect() ?? new DOMRect()
  const scale = size.width / width
  return { x: (clientX - left) * scale, y: (clientY - top) * scale }
}

/** All positions since the last event: a fast stroke has more of them than there are frames. */
function passedPoints(canvas: RefObject<HTMLCanvasElement | null>, size: Size, event: PointerEvent): Point[] {
  const passed = event.nativeEvent.getCoalescedEvents?.() ?? []
  return (passed.length > 0 ? passed : [event]).map((one) => pointedAt(canvas, size, one))
}

type Keys = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** What the keys ask of the history: Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z. By place, so that any layout will do. */
function historyKey({ code, ctrlKey, metaKey, shiftKey }: Keys): 'undo' | 'redo' | null {
  if (!ctrlKey && !metaKey) return null
  if (code === 'KeyY') return 'redo'
  if (code !== 'KeyZ') return null
  return shiftKey ? 'redo' : 'undo'
}

interface Brush {
  canvas: RefObject<HTMLCanvasElement | null>
  mask: Mask
  size: Size
  /** In pixels of the picture. */
  radius: number
  erases: boolean
}

/** The fingers of a pinch come one after the other. */
const hesitationMs = 250

/** Painting with pointer and keyboard; `at` is the position of the brush. */
export function useBrush({ canvas, mask, size, radius, erases }: Brush) {
  const [at, setAt] = useState<Point>(() => middleOf(size))
  const stroke = useStroke(canvas, size, mask)
  const begunAt = useRef(0)

  const pointOf = (event: PointerEvent): Point => pointedAt(canvas, size, event)

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setAt(within(size, pointOf(event)))
    begunAt.current = event.timeStamp
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
    /** A stroke that has just begun is dropped, and a longer one ends. @param timeStamp of the event that interrupts it */
    interrupt: (timeStamp: number) => {
      if (timeStamp - begunAt.current < hesitationMs) stroke.drop()
      else stroke.end()
    },
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown }
  }
}

/** The stroke that the user is painting: new points are drawn at once over the canvas. */
function useStroke(canvas: RefObject<HTMLCanvasElement | null>, size: Size, mask: Mask) {
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
      if (stroke.current) mask.add(stroke.current)
      stroke.current = null
    },
    drop: () => {
      const { current } = canvas
      if (!current || !stroke.current) return
      stroke.current = null
      drawMask(current, mask.steps, size, getComputedStyle(current).color)
    }
  }
}

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
    /** The line is dropped: not closed, it selects nothing. */
    interrupt: () => {
      isDrawing.current = false
      setCorners([])
    },
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown }
  }
}
