// Size limits of images sent to a provider. Checked before the user is charged, with the same texts everywhere.
import type { MediaRoute } from './entry.ts'

export interface PictureLimits {
  sideMin: number
  sideMax: number
  pixelsMax: number
  /** For all files of one request together. */
  bytesMax: number
}

/** The most that a browser and a Worker can hold in memory. */
export const uploadPixelsMax = 40_000_000

/** The browser makes what is too large smaller: so large a file may be chosen. */
export const chosenPictureBytesMax = 30 * 1024 * 1024

const anyPicture: PictureLimits = { sideMin: 1, sideMax: 65_535, pixelsMax: uploadPixelsMax, bytesMax: Infinity }
const megabyte = 1024 * 1024
/** Stability accepts 9,437,184 pixels, and 10 MiB for the whole request. Its fast upscaler makes 16 pixels of one. */
const stability: PictureLimits = {
  sideMin: 64,
  sideMax: 65_535,
  pixelsMax: 9_437_184,
  bytesMax: 10 * megabyte - 64 * 1024
}
const stabilityUpscale: PictureLimits = { ...stability, sideMin: 32, sideMax: 1536, pixelsMax: 1_048_576 }

/** The limits of a route. */
export function pictureLimitsOf({ provider, model }: Pick<MediaRoute, 'provider' | 'model'>): PictureLimits {
  if (provider !== 'stability') return anyPicture
  return model === 'upscale/fast' ? stabilityUpscale : stability
}

/** «9,9 МБ», rounded down, so that a file of the stated size is always accepted. */
export const megabytesWithin = (bytes: number): string =>
  `${String(Math.floor((bytes / megabyte) * 10) / 10).replace('.', ',')} МБ`

/** The message for the user when these files are too large together; null when they are not. */
export function filesSizeProblem(
  route: Pick<MediaRoute, 'provider' | 'model'>,
  sizesBytes: readonly number[]
): string | null {
  const { bytesMax } = pictureLimitsOf(route)
  if (sizesBytes.reduce((sum, size) => sum + size, 0) <= bytesMax) return null
  const most = `не больше ${megabytesWithin(bytesMax)}`
  return sizesBytes.length > 1
    ? `Файлы слишком большие: для этого действия все вместе — ${most}`
    : `Файл слишком большой: для этого действия — ${most}`
}

const megapixels = (pixels: number) => Math.floor(pixels / 1_000_000)

/** The message for the user when an image has an unsuitable size; null when it is fine. Sizes are in pixels. */
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
