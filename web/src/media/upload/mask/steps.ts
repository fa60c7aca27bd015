// A mask is kept as a list of steps, so that each can be undone and the mask can be drawn at any size.
import type { Size } from '../file/chosen-file.ts'

/** In pixels of the picture. */
export interface Point {
  x: number
  y: number
}

export interface Stroke {
  kind: 'stroke'
  erases: boolean
  radius: number
  points: Point[]
}

/** `earlier` is a mask that the form already held. It is always the first step and cannot be undone. */
export type MaskStep =
  | Stroke
  /** Everything inside of a line that is closed. */
  | { kind: 'area'; points: readonly Point[] }
  | { kind: 'all' }
  | { kind: 'clear' }
  | { kind: 'invert' }
  | { kind: 'earlier'; selection: HTMLCanvasElement }

export const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 })

export const within = ({ width, height }: Size, { x, y }: Point): Point => ({
  x: Math.min(Math.max(0, x), width),
  y: Math.min(Math.max(0, y), height)
})
