// How large a picture may be that goes to a provider: told before it is paid for, in the same words everywhere.
import type { MediaRoute } from './entry.ts'

export interface PictureLimits {
  sideMin: number
  sideMax: number
  pixelsMax: number
}

/** What a browser and a Worker can hold. */
export const uploadPixelsMax = 40_000_000

const anyPicture: PictureLimits = { sideMin: 1, sideMax: 65_535, pixelsMax: uploadPixelsMax }
/** Stability's operations take up to 9,437,184 pixels; its fast enlargement a quarter of the result's 4 megapixels. */
const stability: PictureLimits = { sideMin: 64, sideMax: 65_535, pixelsMax: 9_437_184 }
const stabilityUpscale: PictureLimits = { sideMin: 32, sideMax: 1536, pixelsMax: 1_048_576 }

/** What a route takes. */
export function pictureLimitsOf({ provider, model }: Pick<MediaRoute, 'provider' | 'model'>): PictureLimits {
  if (provider !== 'stability') return anyPicture
  return model === 'upscale/fast' ? stabilityUpscale : stability
}

const megapixels = (pixels: number) => Math.floor(pixels / 1_000_000)

/** Why the picture cannot be used this way, in a sentence for people; null when it can. Sizes are in pixels. */
export function pictureSizeProblem(
  route: Pick<MediaRoute, 'provider' | 'model'>,
  { width, height }: { width: number; height: number }
): string | null {
  const { sideMin, sideMax, pixelsMax } = pictureLimitsOf(route)
  if (Math.min(width, height) < sideMin)
    return `Изображение слишком маленькое: каждая сторона должна быть не меньше ${sideMin} пикселей`
  if (width * height > pixelsMax)
    return `Изображение слишком большое: для этого действия — не больше ${megapixels(pixelsMax)} Мп`
  if (Math.max(width, height) > sideMax)
    return `Изображение слишком большое: для этого действия сторона не должна быть длиннее ${sideMax} пикселей`
  return null
}
