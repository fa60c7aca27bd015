import type { PictureLimits } from '#contract/catalogue/picture-limits.ts'
import type { Size } from '../size.ts'

/** The largest size in the same proportions that is within the limits; null when nothing has to be changed. */
export function fittingSize({ width, height }: Size, { pixelsMax, sideMax }: PictureLimits): Size | null {
  const scale = Math.min(Math.sqrt(pixelsMax / (width * height)), sideMax / Math.max(width, height))
  if (scale >= 1) return null
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}
