import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { formatTitle } from '#contract/media-types.ts'
import { typeOfBoxes } from '#formats/iso-brand.ts'
import { chosenPictureBytesMax, uploadPixelsMax } from '#contract/catalogue/picture-limits.ts'
import { readDataUrl, RefusedFile } from './file/chosen-file.ts'
import { isOpaque, readStructure, redraw, shrink, tooLarge, wellFormed } from './file/picture.ts'

export interface Upload {
  name: string
  dataUrl: string
  /** How many bytes the picture had before it was made smaller; null: it was not. */
  shrunkFromBytes: number | null
}

const heicText = 'Формат HEIC не поддерживается. Сохраните снимок как JPEG или PNG и выберите его снова'

/** Checks and prepares the chosen file. Throws `RefusedFile`, whose message tells the user why. */
export async function readUpload(file: File, parameter: FileParameter): Promise<Upload> {
  if (file.size === 0) throw new RefusedFile('Файл пуст')
  const type = await typeOf(file)
  if (type === null || !parameter.mediaTypes.includes(type)) {
    if (type === 'image/heic' && parameter.kind === 'image') throw new RefusedFile(heicText)
    throw new RefusedFile(`Такой файл не поддерживается. Подойдёт ${typeNames(parameter.mediaTypes)}`)
  }
  const isPicture = parameter.kind !== 'video'
  if (isPicture && file.size > chosenPictureBytesMax) throw tooLarge(chosenPictureBytesMax)
  if (!isPicture && file.size > parameter.sizeBytesMax) throw new RefusedFile(parameter.tooLargeText)
  const clean = isPicture ? await cleanPicture(file, type, parameter) : new Blob([file], { type })
  const isShrunk = file.size > parameter.sizeBytesMax && clean.size < file.size
  return { name: file.name, dataUrl: await readDataUrl(clean), shrunkFromBytes: isShrunk ? file.size : null }
}

/** The first file that fits. @throws `RefusedFile` of the first one, where none does */
export async function readFirst(files: readonly File[], parameter: FileParameter): Promise<Upload> {
  let refusal: unknown
  for (const file of files) {
    try {
      return await readUpload(file, parameter)
    } catch (error) {
      refusal ??= error
    }
  }
  throw refusal
}

async function typeOf(file: File): Promise<string | null> {
  try {
    return mediaTypeOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  } catch {
    // A folder, or a file that was moved after it was chosen.
    throw new RefusedFile('Не удалось прочитать файл')
  }
}

/** Enough bytes to recognise the type. */
export const headBytes = 64

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** The media type by the first bytes of a file, because names and declared types may be wrong; null when unknown. */
export function mediaTypeOf(head: Uint8Array): string | null {
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp'
  // Matroska has the same first bytes but another document type.
  if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3) && ascii(head, 0, head.length).includes('webm')) return 'video/webm'
  return typeOfBoxes(ascii(head, 4, 12))
}

/** `PNG, JPEG или WebP` */
export const typeNames = (mediaTypes: readonly string[]): string =>
  new Intl.ListFormat('ru', { type: 'disjunction' }).format(mediaTypes.map(formatTitle))

const brokenText = 'Не удалось открыть изображение. Возможно, файл повреждён'

function refuseHuge(width: number, height: number) {
  if (width * height <= uploadPixelsMax) return
  const megapixels = uploadPixelsMax / 1_000_000
  throw new RefusedFile(`Изображение слишком большое: ${width} × ${height}. Максимум ${megapixels} мегапикселей`)
}

/**
 * The picture without metadata such as its place and camera. It is encoded again only when it has to be rotated, its file is
 * malformed, or it has more than `sizeBytesMax` bytes. A PNG with transparent parts stays one, of any other becomes a JPEG.
 * Throws `RefusedFile`.
 */
async function cleanPicture(file: Blob, type: string, { sizeBytesMax, tooLargeText, mediaTypes }: FileParameter) {
  const structure = await readStructure(new Uint8Array(await file.arrayBuffer()), type)
  // Before decoding: a small file may hold more pixels than the memory.
  if (structure) refuseHuge(structure.width, structure.height)
  const isUpright = structure?.orientation === null
  const picture = wellFormed(file, type, structure)
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => {
    throw new RefusedFile(brokenText)
  })
  try {
    refuseHuge(bitmap.width, bitmap.height)
    if (isUpright && picture.size <= sizeBytesMax) return picture
    const mayBeJpeg = type !== 'image/jpeg' && mediaTypes.includes('image/jpeg') && isOpaque(bitmap)
    const drawn = await shrink(bitmap, (size) => redraw(bitmap, { type, bytesMax: sizeBytesMax, mayBeJpeg }, size))
    if (!drawn) throw new RefusedFile(tooLargeText)
    return drawn.file
  } finally {
    bitmap.close()
  }
}
