// Draws what the image upstreams of the sandbox answer with: real files that show what they were asked for.
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { hashOf } from '../text/words.ts'
import { svgOfCaption } from './caption.ts'
import { svgOfScenery } from './scenery.ts'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface PictureOrder {
  /** Shown in the picture, as much as fits; it also chooses colours and shapes. */
  text: string
  /** Pixels. */
  width: number
  height: number
  type: PictureType
}

/** A picture that shows the text. The same order gives the same picture. */
export async function paintPicture({ text, width, height, type }: PictureOrder): Promise<Uint8Array<ArrayBuffer>> {
  const scenery = svgOfScenery(hashOf(text), width, height)
  const svg = svgOf(width, height, scenery + svgOfCaption(text, width, height))
  return await encoded(sharp(svg).removeAlpha(), type)
}

export interface RetouchOrder extends PictureOrder {
  source: Uint8Array
}

/**
 * The source in a new size and other colours, with the text at the top: a picture that was painted here has its own at
 * the foot.
 * @throws Error when the source is no picture that can be read
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

/** Width and height in pixels as shown, the camera's rotation undone; null for what is no readable picture. */
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

/** The picture as a file of this type. */
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
