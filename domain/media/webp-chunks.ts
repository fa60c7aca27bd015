// The chunks of a WebP in memory.
import { asciiAt, asciiBytes, joined, viewOf } from './bytes.ts'
import { BrokenMedia } from './byte-reader.ts'
import { orientationOf, tiffOfOrientation } from './orientation.ts'

export interface WebpChunk {
  name: string
  content: Uint8Array
}

/** Bits of the first byte of VP8X. */
export const webpFlag = { icc: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04, animation: 0x02 } as const

const riffHeader = 12

/**
 * All chunks within the length that the header states; bytes after that are not part of the image.
 * @throws BrokenMedia
 */
export function webpChunks(bytes: Uint8Array): WebpChunk[] {
  if (bytes.length < riffHeader) throw new BrokenMedia()
  const view = viewOf(bytes)
  const end = view.getUint32(4, true) + 8
  const chunks: WebpChunk[] = []
  for (let offset = riffHeader; offset < end;) {
    if (offset + 8 > bytes.length) throw new BrokenMedia()
    const length = view.getUint32(offset + 4, true)
    if (offset + 8 + length > Math.min(end, bytes.length)) throw new BrokenMedia()
    chunks.push({ name: asciiAt(bytes, offset, 4), content: bytes.subarray(offset + 8, offset + 8 + length) })
    offset += 8 + length + (length % 2)
  }
  return chunks
}

function chunkParts({ name, content }: WebpChunk): Uint8Array[] {
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, content.length, true)
  return [asciiBytes(name), new Uint8Array(length.buffer), content, new Uint8Array(content.length % 2)]
}

const kept = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'])

/** Some encoders write the header of a JPEG segment before the TIFF data. */
const tiffIn = (content: Uint8Array) => (asciiAt(content, 0, 4) === 'Exif' ? content.subarray(6) : content)

/** The parts of a WebP that are needed to draw it, up to its end. @throws BrokenMedia */
export function webpParts(bytes: Uint8Array): Uint8Array[] {
  const chunks = webpChunks(bytes)
  const exif = chunks.find(({ name }) => name === 'EXIF')
  const orientation = exif ? orientationOf(tiffIn(exif.content)) : null
  const picture = chunks.filter(({ name }) => kept.has(name))
  const [first] = picture
  if (!first) throw new BrokenMedia()
  const isExtended = first.name === 'VP8X'
  if (isExtended) {
    const header = first.content.slice()
    const flags = (header[0] ?? 0) & ~(webpFlag.exif | webpFlag.xmp)
    header[0] = orientation === null ? flags : flags | webpFlag.exif
    picture[0] = { name: first.name, content: header }
  }
  if (isExtended && orientation !== null) picture.push({ name: 'EXIF', content: tiffOfOrientation(orientation) })
  const parts = picture.flatMap(chunkParts)
  const size = new DataView(new ArrayBuffer(4))
  size.setUint32(0, 4 + parts.reduce((sum, part) => sum + part.length, 0), true)
  return [joined([asciiBytes('RIFF'), new Uint8Array(size.buffer), asciiBytes('WEBP')]), ...parts]
}
