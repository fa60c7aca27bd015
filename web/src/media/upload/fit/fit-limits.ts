import { megabytesWithin, type PictureLimits, pictureLimitsOf } from '#contract/catalogue/picture-limits.ts'
import type { MediaRoute } from '#contract/catalogue/entry.ts'
import type { Size } from '../file/chosen-file.ts'

/**
 * The largest size in the same proportions that is within the limits. Null when the picture is within them already, or
 * when its shorter side would become too short.
 */
export function fittingSize({ width, height }: Size, { pixelsMax, sideMax, sideMin }: PictureLimits): Size | null {
  const scale = Math.min(Math.sqrt(pixelsMax / (width * height)), sideMax / Math.max(width, height))
  if (scale >= 1) return null
  const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
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
