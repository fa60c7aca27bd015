import type { MediaRoute } from '#contract/catalogue/entry.ts'
import { megabytesWithin, type PictureLimits, pictureLimitsOf } from '#contract/catalogue/picture-limits.ts'
import { blobOf, readDataUrl, RefusedFile, type Size } from '../file/chosen-file.ts'
import { readStructure, redraw, scaled, shrink, type Wanted as WantedFile } from '../file/picture.ts'

/**
 * The largest size in the same proportions that is within the limits. Null when the picture is within them already, or
 * when its shorter side would become too short.
 */
export function fittingSize({ width, height }: Size, { pixelsMax, sideMax, sideMin }: PictureLimits): Size | null {
  const scale = Math.min(Math.sqrt(pixelsMax / (width * height)), sideMax / Math.max(width, height))
  if (scale >= 1) return null
  const size = scaled({ width, height }, scale)
  return Math.min(size.width, size.height) < sideMin ? null : size
}

/**
 * How many bytes one file may have, so that all files together stay within the limit. Each gets an equal share; what
 * smaller files do not use goes to this one.
 */
export function shareOfBytes(others: readonly number[], bytesMax: number): number {
  const share = bytesMax / (others.length + 1)
  const taken = others.reduce((sum, bytes) => sum + Math.min(bytes, share), 0)
  return Math.floor(bytesMax - taken)
}

interface Chosen {
  size: Size
  bytes: number
  /** Sizes in bytes of the other files of the request. */
  others: readonly number[]
}

/**
 * Tells the user how the picture will be changed before it is sent; null when it will not be.
 * @param bytesMax the form's own limit, for a file that was not chosen in it
 */
export function fitNote(
  { size, bytes, others }: Chosen,
  route: Pick<MediaRoute, 'provider' | 'model'>,
  bytesMax = Infinity
): string | null {
  const limits = pictureLimitsOf(route)
  const smaller = fittingSize(size, limits)
  if (smaller)
    return `Картинка будет уменьшена до ${smaller.width} × ${smaller.height}: больше этот инструмент не принимает`
  if (bytes > bytesMax && bytesMax <= limits.bytesMax)
    return `Картинка будет сжата: этот инструмент принимает не больше ${megabytesWithin(bytesMax)}`
  const isTooMuch = bytes > shareOfBytes(others, limits.bytesMax)
  if (!isTooMuch) return null
  const together = others.length > 0 ? 'все файлы вместе — ' : ''
  return `Картинка будет сжата: этот инструмент принимает ${together}не больше ${megabytesWithin(limits.bytesMax)}`
}

const failedText = 'Не удалось уменьшить изображение. Уменьшите его сами и выберите снова'

interface Fitted {
  dataUrl: string
  /** Null when the file is no picture: the server will refuse it. */
  size: Size | null
}

/** What a picture must be like, apart from its size in pixels. */
interface Wanted {
  bytesMax: number
  /** The media type; null: as it is. */
  type: string | null
}

/**
 * Shrinks a picture until it is within the limits, and writes it in the wanted type; returns it unchanged if it is like that
 * already. Throws `RefusedFile`.
 */
export async function fitPicture(dataUrl: string, limits: PictureLimits, { bytesMax, type }: Wanted): Promise<Fitted> {
  const picture = blobOf(dataUrl)
  const size = await sizeOf(picture)
  const fitting = size && fittingSize(size, limits)
  const wanted = { bytesMax, type: type ?? picture.type }
  if (!size || (!fitting && picture.size <= bytesMax && picture.type === wanted.type)) return { dataUrl, size }
  const drawn = await shrink(fitting ?? size, (target) => drawIn(picture, target, wanted))
  if (!drawn) throw new RefusedFile(failedText)
  return { dataUrl: await readDataUrl(drawn.file), size: drawn.size }
}

/** Resizes a mask to its shrunk picture. Throws `RefusedFile`. */
export async function fitMask(dataUrl: string, target: Size): Promise<string> {
  const mask = blobOf(dataUrl)
  const size = await sizeOf(mask)
  if (!size || (size.width === target.width && size.height === target.height)) return dataUrl
  const drawn = await drawIn(mask, target, { bytesMax: Infinity, type: mask.type })
  if (!drawn) throw new RefusedFile(failedText)
  return readDataUrl(drawn)
}

/** Reads the size from the header if possible, which is cheaper than decoding. */
export async function sizeOf(picture: Blob): Promise<Size | null> {
  const structure = await readStructure(new Uint8Array(await picture.arrayBuffer()), picture.type)
  if (structure) return { width: structure.width, height: structure.height }
  const bitmap = await decoded(picture)
  bitmap?.close()
  return bitmap && { width: bitmap.width, height: bitmap.height }
}

/** Null when it is larger than allowed even at the lowest quality. */
async function drawIn(picture: Blob, { width, height }: Size, wanted: WantedFile): Promise<Blob | null> {
  const bitmap = await decoded(picture, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' })
  if (!bitmap) throw new RefusedFile(failedText)
  try {
    return await redraw(bitmap, wanted)
  } finally {
    bitmap.close()
  }
}

async function decoded(picture: Blob, options?: ImageBitmapOptions): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(picture, options)
  } catch {
    return null
  }
}
