import { megabytesWithin } from '#contract/catalogue/picture-limits.ts'
import { bytesOfPicture } from '#formats/image-metadata.ts'
import { isImageType, type PictureStructure, pictureStructure } from '#formats/picture-structure.ts'
import { RefusedFile, type Size } from './chosen-file.ts'

/**
 * Size, orientation and parts of a picture, read without decoding it. Null when the file is malformed or animated; the
 * browser may be able to decode it all the same.
 */
export async function readStructure(bytes: Uint8Array, type: string): Promise<PictureStructure | null> {
  const structure = isImageType(type) ? await pictureStructure(bytes, type) : null
  // Only the first frame of an animation is used, and that has to be drawn.
  return structure?.isAnimated ? null : structure
}

/**
 * The picture without metadata, as its format wants it: `createImageBitmap` refuses some files that the same browser shows on a page,
 * such as a JPEG without an end.
 * @param structure as `readStructure` finds it
 */
export const wellFormed = (file: Blob, type: string, structure: PictureStructure | null): Blob =>
  new Blob([structure && isImageType(type) ? bytesOfPicture(structure, type) : file], { type })

/** What a picture must be when it is sent. */
export interface Wanted {
  /** The type in which it is written. A browser that cannot writes PNG instead. */
  type: string
  bytesMax: number
  /** It may be a JPEG where it would be too large otherwise; what is transparent becomes white. */
  mayBeJpeg?: boolean
}

/** Tried in this order until the file is small enough. */
const qualities = [0.92, 0.85, 0.75]

const jpeg = 'image/jpeg'

/** A picture as large as `size`; null when it has too many bytes however it is written. */
export async function redraw(bitmap: ImageBitmap, wanted: Wanted, size: Size = bitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  const drawn = await encodeWithin(canvas, wanted.type, wanted.bytesMax)
  if (drawn || !wanted.mayBeJpeg || wanted.type === jpeg) return drawn
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  return encodeWithin(canvas, jpeg, wanted.bytesMax)
}

async function encodeWithin(canvas: HTMLCanvasElement, type: string, bytesMax: number): Promise<Blob | null> {
  for (const quality of qualities) {
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (drawn && drawn.size <= bytesMax) return drawn
    // PNG ignores the quality.
    if (drawn?.type === 'image/png') return null
  }
  return null
}

/** Some phones draw nothing into a larger canvas. */
const canvasPixelsMax = 16_777_216

/** Two steps halve the number of pixels; after twelve almost nothing is left of a picture. */
const stepDown = 0.7
const stepsMax = 12

/** Draws a picture smaller and smaller, from this size on, until its file is small enough. Null when it never is. */
export async function shrink(
  first: Size,
  draw: (size: Size) => Promise<Blob | null>
): Promise<{ file: Blob; size: Size } | null> {
  let size = scaled(first, Math.min(1, Math.sqrt(canvasPixelsMax / (first.width * first.height))))
  for (let step = 0; step < stepsMax; step += 1) {
    const file = await draw(size)
    if (file) return { file, size }
    size = scaled(size, stepDown)
  }
  return null
}

export const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale))
})

/** Enough to find what is transparent: what is smaller still leaves a trace in the points around it. */
const sampleSide = 512

/** Whether nothing in the picture is transparent. */
export function isOpaque(bitmap: ImageBitmap): boolean {
  const { width, height } = scaled(bitmap, Math.min(1, sampleSide / Math.max(bitmap.width, bitmap.height)))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.drawImage(bitmap, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  for (let alpha = 3; alpha < data.length; alpha += 4) if ((data[alpha] ?? 0) < 255) return false
  return true
}

/** A file that cannot be made smaller, or need not be tried. @param bytesMax rounded down to what is said */
export const tooLarge = (bytesMax: number) =>
  new RefusedFile(`Файл слишком большой: не больше ${megabytesWithin(bytesMax)}`)
