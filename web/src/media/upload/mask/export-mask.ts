import { readDataUrl } from '../file/data-url.ts'
import { drawMask } from './draw-mask.ts'
import type { Size } from '../file/size.ts'
import type { MaskStep } from './steps.ts'

/** Enough for a share of the picture in percent. */
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

/** The mask as a PNG in the size of the picture: white is replaced, black is kept. Null when memory does not allow it. */
export async function exportMask(steps: readonly MaskStep[], size: Size): Promise<string | null> {
  const canvas = canvasOf(size)
  drawMask(canvas, steps, size, 'white')
  const context = canvas.getContext('2d')
  if (!context) return null
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'black'
  context.fillRect(0, 0, size.width, size.height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return png && readDataUrl(png)
}
