// Pictures are read by their structure before they are decoded: how large they are, which way they are turned, and
// which of their parts are pixels and which tell where and by whom they were made.
import { isImageType, type PictureStructure, pictureStructure } from '#formats/picture-structure.ts'

/** Null when the file is not built as its format demands; a browser may be able to show it all the same. */
export async function readStructure(bytes: Uint8Array, type: string): Promise<PictureStructure | null> {
  const structure = isImageType(type) ? await pictureStructure(bytes, type) : null
  // Of an animation the first picture is wanted, and that has to be drawn.
  return structure?.isAnimated ? null : structure
}

/** The last ones are for pictures that would not fit their limit otherwise. */
const qualities = [0.95, 0.88, 0.8, 0.7]

/** The decoded picture as a new file of this type; null when it stays larger than allowed. */
export async function redraw(bitmap: ImageBitmap, type: string, sizeBytesMax: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  for (const quality of qualities) {
    const drawn = await encode(canvas, type, quality)
    if (drawn && drawn.size <= sizeBytesMax) return drawn
    // PNG is as large at every quality.
    if (drawn?.type === 'image/png') return null
  }
  return null
}

/** Browsers that cannot write a type write PNG instead, and say so in the type of the file. */
const encode = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
