import sharp from 'sharp'
import { encoded, paintPicture } from './picture.ts'
import type { MediaFile } from './links.ts'
import type { Imagined } from './midjourney-flags.ts'

const CELL_PIXELS = 512 * 512

/** Four variants in one picture, in two rows of two, as Midjourney delivers them. */
export async function paintGrid({ text, aspect }: Imagined): Promise<MediaFile> {
  const width = Math.round(Math.sqrt(CELL_PIXELS * aspect))
  const height = Math.round(width / aspect)
  // The text seeds the picture: trailing spaces are invisible but make the four variants differ.
  const cells = await Promise.all(
    [1, 2, 3, 4].map((variant) => paintPicture({ text: text + ' '.repeat(variant), width, height, type: 'image/png' }))
  )
  const background = { width: width * 2, height: height * 2, channels: 3 as const, background: '#000000' }
  const layers = cells.map((input, index) => ({
    input: Buffer.from(input),
    left: (index % 2) * width,
    top: Math.floor(index / 2) * height
  }))
  return { bytes: await encoded(sharp({ create: background }).composite(layers), 'image/png'), type: 'image/png' }
}
