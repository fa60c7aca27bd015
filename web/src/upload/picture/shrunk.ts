import { blobOf, readDataUrl } from '../data-url.ts'
import { RefusedFile } from '../refused-file.ts'
import type { Size } from '../size.ts'
import { redraw } from './redraw.ts'

/** The picture in a smaller size. Throws `RefusedFile`. */
export async function shrunk(dataUrl: string, { width, height }: Size, limit: { sizeBytesMax: number }) {
  const picture = blobOf(dataUrl)
  const options = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' } as const
  const bitmap = await createImageBitmap(picture, options).catch(() => null)
  const drawn = bitmap && (await redraw(bitmap, picture.type, limit.sizeBytesMax))
  bitmap?.close()
  if (!drawn) throw new RefusedFile('Не удалось уменьшить изображение. Уменьшите его сами и выберите снова')
  return readDataUrl(drawn)
}
