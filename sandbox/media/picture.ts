// Draws the pictures of the sandbox's image upstreams: real files that show their prompt.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { FaultRow } from '../base/faults.ts'
import { hashOf } from '../base/words.ts'
import { svgOfCaption } from './lettering.ts'
import { svgOfScenery } from './scenery.ts'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface PictureOrder {
  text: string
  width: number
  height: number
  type: PictureType
  /** Chooses the colours and shapes in place of the text. */
  seed?: string | number | undefined
}

/** Nothing in the provider's answer says that a result is useless; only its bytes show it. */
export const HUGE_PICTURE = {
  name: 'huge',
  word: '[брак:огромный]',
  does: 'Картинка в сто с лишним мегабайт.',
  expected: 'Сказать, что файл слишком большой. Токены возвращены.'
} satisfies FaultRow

const isHuge = (text: string) => text.toLowerCase().includes(HUGE_PICTURE.word)

const HUGE = 6000

/** Noise cannot be compressed: as PNG it has three bytes for each pixel. */
const hugePicture = () => sharp(randomBytes(HUGE * HUGE * 3), { raw: { width: HUGE, height: HUGE, channels: 3 } })

/** A picture that shows the text. Equal arguments give equal pictures, equal seeds the same scenery in any size. */
export async function paintPicture({
  text,
  seed = text,
  width,
  height,
  type
}: PictureOrder): Promise<Uint8Array<ArrayBuffer>> {
  if (isHuge(text)) return encoded(hugePicture(), type)
  const scenery = svgOfScenery(typeof seed === 'number' ? seed : hashOf(seed), width, height)
  const svg = svgOf(width, height, scenery + svgOfCaption(text, width, height))
  return await encoded(sharp(svg).removeAlpha(), type)
}

export interface RetouchOrder extends PictureOrder {
  source: Uint8Array
}

/**
 * The source in a new size and other colours, with the text at the top, because a picture painted here already has one
 * at its foot.
 * @throws Error when the source is not a readable picture
 */
export async function retouchPicture({ source, text, width, height, type }: RetouchOrder) {
  if (isHuge(text)) return encoded(hugePicture(), type)
  const picture = sharp(source)
    .rotate()
    .resize(width, height, { fit: 'cover' })
    .modulate({ hue: 25 + (hashOf(text) % 120), saturation: 1.25 })
    .composite([{ input: svgOf(width, height, svgOfCaption(text, width, height, 'top')) }])
  return await encoded(picture.flatten({ background: '#ffffff' }), type)
}

/** Width and height in pixels after EXIF rotation; null if the bytes are not a readable picture. */
export async function sizeOfPicture(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { autoOrient } = await sharp(bytes).metadata()
    return autoOrient
  } catch {
    return null
  }
}

export async function hasAlpha(bytes: Uint8Array): Promise<boolean> {
  return (await sharp(bytes).metadata()).hasAlpha
}

const svgOf = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)

/** The picture encoded as this type. */
export async function encoded(picture: Sharp, type: PictureType): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await inType(picture, type).toBuffer())
}

function inType(picture: Sharp, type: PictureType): Sharp {
  switch (type) {
    case 'image/png':
      return picture.png({ compressionLevel: 3 })
    case 'image/jpeg':
      return picture.jpeg({ quality: 85 })
    case 'image/webp':
      return picture.webp({ quality: 85, effort: 1 })
    default:
      return type satisfies never
  }
}
