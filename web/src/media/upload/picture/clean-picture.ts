// A picture as it may leave the device: proven to decode, upright, and without what its camera wrote into it.
import { uploadPixelsMax } from '#contract/catalogue/picture-limits.ts'
import { joined } from '#formats/bytes.ts'
import { RefusedFile } from '../file/refused-file.ts'
import { redraw } from './redraw.ts'
import { readStructure } from './read-structure.ts'

const brokenText = 'Не удалось открыть изображение. Возможно, файл повреждён'

function refuseHuge(width: number, height: number) {
  if (width * height <= uploadPixelsMax) return
  const megapixels = uploadPixelsMax / 1_000_000
  throw new RefusedFile(`Изображение слишком большое: ${width} × ${height}. Максимум ${megapixels} мегапикселей`)
}

/**
 * The picture without metadata. Its pixels are touched only when it has to be turned or its file is not built as it
 * should be; then it is drawn anew, into `sizeBytesMax` if quality allows.
 * Throws `RefusedFile`.
 */
export async function cleanPicture(file: Blob, type: string, limit: { sizeBytesMax: number; tooLargeText: string }) {
  const structure = await readStructure(new Uint8Array(await file.arrayBuffer()), type)
  // Before it is decoded: a small file can hold more pixels than there is memory.
  if (structure) refuseHuge(structure.width, structure.height)
  const isUpright = structure?.orientation === null
  const picture = new Blob([isUpright ? joined(structure.parts) : file], { type })
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => {
    throw new RefusedFile(brokenText)
  })
  try {
    refuseHuge(bitmap.width, bitmap.height)
    const clean = isUpright ? picture : await redraw(bitmap, type, limit.sizeBytesMax)
    if (!clean) throw new RefusedFile(limit.tooLargeText)
    return clean
  } finally {
    bitmap.close()
  }
}
