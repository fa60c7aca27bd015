// What Midjourney paints: sheets of four variants, and one variant enlarged. A variant is recognised by its scenery, which
// its enlargement shares, and by the label in its caption.
import sharp from 'sharp'
import { encoded, paintPicture } from './picture.ts'
import type { MediaFile } from './links.ts'

/** The side of an enlarged variant, in sides of a variant on the sheet. */
const ENLARGED = 2

/** What a task shows. A sheet has the four variants 1 to 4 of its seed. */
export interface Scene {
  text: string
  /** Width divided by height, of one variant. */
  aspect: number
  seed: string
  /** What has been done to the description's first sheet, like `U2 strong`; empty for that sheet. */
  label: string
  single: boolean
}

const sizeOf = (aspect: number, side: number) => {
  const width = Math.round(side * Math.sqrt(aspect))
  return { width, height: Math.round(width / aspect) }
}

const captionOf = ({ text, label }: Scene, variant: string) => `${text} · ${[label, variant].filter(Boolean).join(' ')}`

/** The seed of one variant of a sheet. */
export const variantSeed = ({ seed }: Scene, variant: number): string => `${seed}/${variant}`

/** The picture that the task delivers: one, or four in two rows of two. @param side of a square variant, in pixels */
export const paintScene = (scene: Scene, side: number): Promise<MediaFile> =>
  scene.single ? paintSingle(scene, side) : paintSheet(scene, side)

async function paintSingle(scene: Scene, side: number): Promise<MediaFile> {
  const { width, height } = sizeOf(scene.aspect, side)
  const size = { width: width * ENLARGED, height: height * ENLARGED }
  const bytes = await paintPicture({ text: captionOf(scene, ''), seed: scene.seed, ...size, type: 'image/png' })
  return { bytes, type: 'image/png' }
}

async function paintSheet(scene: Scene, side: number): Promise<MediaFile> {
  const { width, height } = sizeOf(scene.aspect, side)
  const cells = await Promise.all(
    [1, 2, 3, 4].map((variant) => {
      const text = captionOf(scene, String(variant))
      return paintPicture({ text, seed: variantSeed(scene, variant), width, height, type: 'image/png' })
    })
  )
  const background = { width: width * 2, height: height * 2, channels: 3 as const, background: '#000000' }
  const layers = cells.map((input, index) => ({
    input: Buffer.from(input),
    left: (index % 2) * width,
    top: Math.floor(index / 2) * height
  }))
  return { bytes: await encoded(sharp({ create: background }).composite(layers), 'image/png'), type: 'image/png' }
}
