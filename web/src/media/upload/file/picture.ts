import { bytesOfPicture } from '#formats/image-metadata.ts'
import { isImageType, type PictureStructure, pictureStructure } from '#formats/picture-structure.ts'

/**
 * Size, orientation and parts of a picture, read without decoding it. Null when the file is malformed or animated; the
 * browser may be able to decode it all the same.
 */
export async function readStructure(bytes: Uint8Array, type: string): Promise<PictureStructure | null> {
  const structure = isImageType(type) ? await pictureStructure(bytes, type) : null
  // Only the first frame of an animation is used, and that has to be drawn.
  return structure?.isAnimated ? null : structure
}

/**
 * The picture without metadata, as its format wants it: `createImageBitmap` refuses some files that the same browser shows on a page,
 * such as a JPEG without an end.
 * @param structure as `readStructure` finds it
 */
export const wellFormed = (file: Blob, type: string, structure: PictureStructure | null): Blob =>
  new Blob([structure && isImageType(type) ? bytesOfPicture(structure, type) : file], { type })

/** Tried in this order until the file is small enough. */
const qualities = [0.95, 0.88, 0.8, 0.7]

/** Encodes the picture as a new file of this type; null when it is too large at every quality. */
export async function redraw(bitmap: ImageBitmap, type: string, sizeBytesMax: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  for (const quality of qualities) {
    const drawn = await encode(canvas, type, quality)
    if (drawn && drawn.size <= sizeBytesMax) return drawn
    // PNG ignores the quality.
    if (drawn?.type === 'image/png') return null
  }
  return null
}

/** A browser that cannot encode a type returns PNG instead; the type of the file tells. */
const encode = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
