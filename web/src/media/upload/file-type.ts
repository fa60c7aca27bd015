// What a file is, by its first bytes: names and types of files are only claims.
import { formatTitle } from '#contract/media-types.ts'
import { typeOfBrand } from '#formats/iso-brand.ts'

/** So many bytes tell the type. */
export const headBytes = 64

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** The media type of a file that begins like this; null for anything unknown. */
export function mediaTypeOf(head: Uint8Array): string | null {
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(head, 4, 8) === 'ftyp') return typeOfBrand(ascii(head, 8, 12))
  // Matroska begins alike and says so itself.
  if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3) && ascii(head, 0, head.length).includes('webm')) return 'video/webm'
  return null
}

/** `PNG, JPEG или WebP` */
export const typeNames = (mediaTypes: readonly string[]): string =>
  new Intl.ListFormat('ru', { type: 'disjunction' }).format(mediaTypes.map(formatTitle))
