import type { PictureLimits } from '#contract/catalogue/picture-limits.ts'
import type { Size } from '../file/size.ts'

/**
 * The largest size in the same proportions that is within the limits; null when nothing has to be changed, or when a
 * picture this narrow cannot be brought within them.
 */
export function fittingSize({ width, height }: Size, { pixelsMax, sideMax, sideMin }: PictureLimits): Size | null {
  const scale = Math.min(Math.sqrt(pixelsMax / (width * height)), sideMax / Math.max(width, height))
  if (scale >= 1) return null
  const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
  return Math.min(size.width, size.height) < sideMin ? null : size
}
