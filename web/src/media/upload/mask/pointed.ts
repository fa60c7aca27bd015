import { type PointerEvent, type RefObject } from 'react'
import type { Size } from '../file/chosen-file.ts'
import type { Point } from './steps.ts'

/** The direction of each arrow key. */
export const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 }
}

type Position = Pick<PointerEvent, 'clientX' | 'clientY'>

/** Where the pointer is, in pixels of the picture that the canvas covers. */
export function pointedAt(
  canvas: RefObject<HTMLCanvasElement | null>,
  size: Size,
  { clientX, clientY }: Position
): Point {
  const { left, top, width } = canvas.current?.getBoundingClientRect() ?? new DOMRect()
  const scale = size.width / width
  return { x: (clientX - left) * scale, y: (clientY - top) * scale }
}

/** All positions since the last event: a fast stroke has more of them than there are frames. */
export function passedPoints(canvas: RefObject<HTMLCanvasElement | null>, size: Size, event: PointerEvent): Point[] {
  const passed = event.nativeEvent.getCoalescedEvents?.() ?? []
  return (passed.length > 0 ? passed : [event]).map((one) => pointedAt(canvas, size, one))
}

type Keys = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** What the keys ask of the history: Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z. By place, so that any layout will do. */
export function historyKey({ code, ctrlKey, metaKey, shiftKey }: Keys): 'undo' | 'redo' | null {
  if (!ctrlKey && !metaKey) return null
  if (code === 'KeyY') return 'redo'
  if (code !== 'KeyZ') return null
  return shiftKey ? 'redo' : 'undo'
}
