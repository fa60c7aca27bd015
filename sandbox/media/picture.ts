// Draws the pictures of the sandbox's image upstreams: real files that show their prompt.
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { hashOf } from '../text/words.ts'
import { svgOfCaption } from './caption.ts'
import { svgOfScenery } from './scenery.ts'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface PictureOrder {
  /** Shown in the picture as far as it fits. */
  text: string
  /** Gives the colours and shapes; default: the text. */
  seed?: string
  /** Pixels. */
  width: number
  height: number
  type: PictureType
}

/** A picture that shows the text. Equal arguments give equal pictures, equal seeds the same scenery in any size. */
export async function paintPicture({
  text,
  seed = text,
  width,
  height,
  type
}: PictureOrder): Promise<Uint8Array<ArrayBuffer>> {
  const scenery = svgOfScenery(hashOf(seed), width, height)
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
export async function retouchPicture(order: RetouchOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { source, text, width, height, type } = order
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
