// The size in which an edited picture comes back: as near as possible to the proportions of the picture that was sent.

interface Size {
  width: number
  height: number
}

/** OpenAI takes any sides that are divisible by 16, the longer at most three times the shorter. */
const step = 16
const ratioMax = 3
/** As many as in the square that the price was made for, and as many as Stability's fast upscaler takes. */
const pixelsMax = 1024 * 1024
const pixelsMin = 640 * 1024
/** How far the proportions may deviate for the sake of more pixels. */
const weightOfPixels = 0.02

function* candidates(ratio: number): Generator<Size> {
  for (let width = step; width <= pixelsMax / step; width += step) {
    const nearest = Math.round(width / ratio / step) * step
    const size = { width, height: nearest }
    const pixels = width * nearest
    const isTaken = pixels >= pixelsMin && pixels <= pixelsMax
    if (isTaken && Math.max(width / nearest, nearest / width) <= ratioMax) yield size
  }
}

/** A picture that is longer than 3:1 comes back as 3:1. @returns `1152x864` for a picture of 1200×900 */
export function ownSizeOf({ width, height }: Size): string {
  const ratio = Math.min(ratioMax, Math.max(1 / ratioMax, width / height))
  const lossOf = (size: Size): number =>
    Math.abs(Math.log(size.width / size.height / ratio)) - (weightOfPixels * (size.width * size.height)) / pixelsMax
  let best: Size = { width: 1024, height: 1024 }
  let least = Infinity
  for (const size of candidates(ratio)) {
    const loss = lossOf(size)
    if (loss < least) [best, least] = [size, loss]
  }
  return `${best.width}x${best.height}`
}
