import { blobOf } from '../file/data-url.ts'
import { pageStore } from '../../../base/storage/page-store.ts'
import type { Size } from '../file/size.ts'
import type { MaskStep } from './steps.ts'

interface KnownMask {
  image: string
  value: string
  steps: readonly MaskStep[]
}

/** The latest mask, for a field that was taken off the page and comes back while the form still has its value. */
const latest = pageStore<KnownMask | null>(() => null)

export const rememberMask = (mask: KnownMask): void => latest.setState(mask, true)

/** What is selected in a mask of this size, opaque; null for any other file. */
async function selectionOf(mask: string, { width, height }: Size): Promise<HTMLCanvasElement | null> {
  const bitmap = await createImageBitmap(blobOf(mask)).catch(() => null)
  if (!bitmap) return null
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context || bitmap.width !== width || bitmap.height !== height) return null
  canvas.width = width
  canvas.height = height
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const pixels = context.getImageData(0, 0, width, height)
  for (let red = 0; red < pixels.data.length; red += 4) pixels.data[red + 3] = pixels.data[red] ?? 0
  context.putImageData(pixels, 0, 0)
  return canvas
}

/** What a mask that the form holds already was made of; nothing when there is none, or it is one of another picture. */
export async function firstSteps(image: string, value: string | undefined, size: Size): Promise<readonly MaskStep[]> {
  if (value === undefined) return []
  const known = latest.getState()
  if (known?.value === value) return known.image === image ? known.steps : []
  const selection = await selectionOf(value, size)
  return selection ? [{ kind: 'earlier', selection }] : []
}
