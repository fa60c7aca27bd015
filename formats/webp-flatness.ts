// Whether a WebP can show anything, told by its length: no decoder is at hand, and a picture of one colour has a length that
// hardly any other picture reaches: two areas with a straight edge do. A flat picture with noise is not recognised.
import { BrokenMedia, ByteReader, type MediaSource } from './byte-reader.ts'
import { walkWebp } from './webp.ts'

/** Of headers and probabilities. */
const headBytes = 100
/** Lossy: a block of 16 × 16 pixels without anything in it takes less than four bits. */
const pixelsPerLossyByte = 512
/** Lossless, and transparency: repetitions of the same colour. */
const pixelsPerLosslessByte = 16_384

/** @returns null for what is no complete WebP */
export async function isFlatWebp(source: MediaSource): Promise<boolean | null> {
  const lengths: Record<string, number> = {}
  try {
    const size = await walkWebp(new ByteReader(source), ({ name, start, end }) => {
      lengths[name] = (lengths[name] ?? 0) + end - start
    })
    if (!size || lengths['ANMF'] !== undefined) return null
    const pixels = size.width * size.height
    const atMost = (name: string, pixelsPerByte: number) => (lengths[name] ?? 0) <= headBytes + pixels / pixelsPerByte
    return (
      atMost('VP8 ', pixelsPerLossyByte) &&
      atMost('VP8L', pixelsPerLosslessByte) &&
      atMost('ALPH', pixelsPerLosslessByte)
    )
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
