import { useRef, type RefObject } from 'react'
import { drawStroke, inPicturePixels } from './draw-mask.ts'
import type { Size } from '../file/size.ts'
import type { Point, Stroke } from './steps.ts'

/** One stroke on its way: what is new of it is drawn at once, over what the canvas shows already. */
export function useStroke(canvas: RefObject<HTMLCanvasElement | null>, size: Size, onEnd: (stroke: Stroke) => void) {
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
