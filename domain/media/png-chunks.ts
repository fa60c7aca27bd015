// The chunks of a PNG in memory.
import { asciiAt, asciiBytes, joined, viewOf } from './bytes.ts'
import { BrokenMedia } from './byte-reader.ts'
import { crc32 } from './crc32.ts'
import { orientationOf, tiffOfOrientation } from './orientation.ts'
import { pngSignature } from './png.ts'

export interface PngChunk {
  name: string
  /** Length, name, content and checksum. */
  whole: Uint8Array
  content: Uint8Array
}

/** The chunks from IHDR to IEND; bytes after that are not part of the image. @throws BrokenMedia */
export function pngChunks(bytes: Uint8Array): PngChunk[] {
  const view = viewOf(bytes)
  const chunks: PngChunk[] = []
  for (let offset = pngSignature.length; ;) {
    if (offset + 12 > bytes.length) throw new BrokenMedia()
    const length = view.getUint32(offset)
    const end = offset + 12 + length
    if (end > bytes.length) throw new BrokenMedia()
    const name = asciiAt(bytes, offset + 4, 4)
    chunks.push({ name, whole: bytes.subarray(offset, end), content: bytes.subarray(offset + 8, end - 4) })
    if (name === 'IEND') return chunks
    offset = end
  }
}

/** The image, its colour definitions, and its pixel size. */
const keptChunks = new Set('IHDR PLTE IDAT IEND tRNS bKGD pHYs cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI'.split(' '))

/** Whether the checksum is right. Chunks that are dropped anyway are not checked. */
export const hasRightChecksum = ({ name, whole }: PngChunk): boolean =>
  !keptChunks.has(name) || crc32(whole.subarray(4, -4)) === viewOf(whole).getUint32(whole.length - 4)

function chunkOf(name: string, content: Uint8Array): Uint8Array {
  const named = joined([asciiBytes(name), content])
  const ends = new DataView(new ArrayBuffer(8))
  ends.setUint32(0, content.length)
  ends.setUint32(4, crc32(named))
  const numbers = new Uint8Array(ends.buffer)
  return joined([numbers.subarray(0, 4), named, numbers.subarray(4)])
}

/** The parts of a PNG that are needed to draw it, up to its end. @throws BrokenMedia */
export function pngParts(bytes: Uint8Array): Uint8Array[] {
  const chunks = pngChunks(bytes)
  const exif = chunks.find(({ name }) => name === 'eXIf')
  const orientation = exif ? orientationOf(exif.content) : null
  const [header, ...others] = chunks.filter(({ name }) => keptChunks.has(name)).map(({ whole }) => whole)
  if (!header) throw new BrokenMedia()
  const turned = orientation === null ? [] : [chunkOf('eXIf', tiffOfOrientation(orientation))]
  return [Uint8Array.from(pngSignature), header, ...turned, ...others]
}
