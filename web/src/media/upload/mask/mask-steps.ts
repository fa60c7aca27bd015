// A mask is kept as a list of steps, so that each can be undone and the mask can be drawn at any size.
import { readDataUrl, type Size } from '../file/chosen-file.ts'

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

/** Draws a stroke from its point number `from` on. Selected pixels are opaque, all others transparent. */
export function drawStroke(context: CanvasRenderingContext2D, { erases, radius, points }: Stroke, from = 0): void {
  const [first, ...rest] = points.slice(from)
  if (!first) return
  context.globalCompositeOperation = erases ? 'destination-out' : 'source-over'
  // Canvas draws nothing for a line of length zero, so a click needs a dot.
  context.beginPath()
  context.arc(first.x, first.y, radius, 0, 2 * Math.PI)
  context.fill()
  context.beginPath()
  context.lineWidth = radius * 2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.moveTo(first.x, first.y)
  for (const { x, y } of rest) context.lineTo(x, y)
  context.stroke()
}

function drawArea(context: CanvasRenderingContext2D, [first, ...rest]: readonly Point[]): void {
  if (!first) return
  context.globalCompositeOperation = 'source-over'
  context.beginPath()
  context.moveTo(first.x, first.y)
  for (const { x, y } of rest) context.lineTo(x, y)
  context.fill()
}

function drawStep(context: CanvasRenderingContext2D, step: MaskStep, { width, height }: Size): void {
  switch (step.kind) {
    case 'stroke':
      return drawStroke(context, step)
    case 'area':
      return drawArea(context, step.points)
    case 'all':
      context.globalCompositeOperation = 'source-over'
      return context.fillRect(0, 0, width, height)
    case 'clear':
      return context.clearRect(0, 0, width, height)
    case 'invert':
      context.globalCompositeOperation = 'xor'
      return context.fillRect(0, 0, width, height)
    case 'earlier':
      context.globalCompositeOperation = 'source-over'
      context.drawImage(step.selection, 0, 0, width, height)
      // Recolours the earlier selection like the strokes.
      context.globalCompositeOperation = 'source-in'
      return context.fillRect(0, 0, width, height)
    default:
      return step satisfies never
  }
}

/** A context whose coordinates are pixels of the picture, whatever the size of the canvas. */
export function inPicturePixels(canvas: HTMLCanvasElement, size: Size, color: string): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d')
  if (!context) return null
  context.setTransform(canvas.width / size.width, 0, 0, canvas.height / size.height, 0, 0)
  context.fillStyle = color
  context.strokeStyle = color
  return context
}

/** Clears the canvas and draws the whole mask. */
export function drawMask(canvas: HTMLCanvasElement, steps: readonly MaskStep[], size: Size, color: string): void {
  const context = inPicturePixels(canvas, size, color)
  if (!context) return
  context.clearRect(0, 0, size.width, size.height)
  for (const step of steps) drawStep(context, step, size)
}

/** Side in pixels of the sample; enough for a share in whole percent. */
const sampleSide = 96

function canvasOf({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

/** The selected share of the picture, from 0 to 1. */
export function coverageOf(steps: readonly MaskStep[], size: Size): number {
  const canvas = canvasOf({ width: sampleSide, height: sampleSide })
  drawMask(canvas, steps, size, 'white')
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, sampleSide, sampleSide).data ?? []
  let sum = 0
  for (let alpha = 3; alpha < pixels.length; alpha += 4) sum += pixels[alpha] ?? 0
  return sum / (255 * sampleSide * sampleSide)
}

/**
 * The mask as a PNG in the size of the picture: white is replaced, black is kept. Null when memory runs out.
 * @param isCut what is replaced is transparent instead
 */
export async function exportMask(steps: readonly MaskStep[], size: Size, isCut: boolean): Promise<string | null> {
  const canvas = canvasOf(size)
  drawMask(canvas, steps, size, 'white')
  const context = canvas.getContext('2d')
  if (!context) return null
  context.globalCompositeOperation = isCut ? 'source-out' : 'destination-over'
  context.fillStyle = 'black'
  context.fillRect(0, 0, size.width, size.height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return png && readDataUrl(png)
}
