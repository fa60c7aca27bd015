// The chunks of a PNG in memory.
import { asciiBytes, joined, viewOf } from './bytes.ts'
import { BrokenMedia, ByteReader, pixelWork, sourceOf } from './byte-reader.ts'
import { crc32 } from './crc32.ts'
import type { PictureStructure } from './facts.ts'
import { orientationOf, tiffOfOrientation } from './orientation.ts'
import { type PngChunkPlace, type PngHeader, pngSignature, walkPng } from './png.ts'
import { mendedPixels } from './png-pixels.ts'
import type { Work } from './work.ts'

export interface PngChunk {
  name: string
  /** Length, name, content and checksum. */
  whole: Uint8Array
  content: Uint8Array
}

export interface Png {
  header: PngHeader
  /** When the end of the file is missing, without the last of its IDAT chunks if that is cut. */
  chunks: PngChunk[]
  /** The content of all IDAT chunks, also of a cut one. */
  packed: Uint8Array[]
  isEnded: boolean
}

/** What there is of a PNG whose end may be missing. @throws BrokenMedia */
export async function readPng(bytes: Uint8Array): Promise<Png> {
  const chunks: PngChunk[] = []
  const packed: Uint8Array[] = []
  const visit = ({ name, start, end }: PngChunkPlace) => {
    const content = bytes.subarray(start + 8, end - 4)
    if (name === 'IDAT') packed.push(content)
    if (end <= bytes.length) chunks.push({ name, whole: bytes.subarray(start, end), content })
  }
  const header = await walkPng(new ByteReader(sourceOf(bytes)), visit, true)
  if (!header) throw new BrokenMedia()
  return { header, chunks, packed, isEnded: chunks.at(-1)?.name === 'IEND' }
}

/** The picture, how its colours are meant, and how large its pixels are. */
export const keptChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS bKGD pHYs cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI'.split(' ')
)

/** What is summed up before the thread may be given back. */
const summedBytes = 256 * 1024

/** Whether what it says is what was written. @throws BrokenMedia */
export async function hasRightChecksum({ whole }: PngChunk, work: Work): Promise<boolean> {
  const summed = whole.subarray(4, -4)
  let checksum = 0
  for (let from = 0; from < summed.length; from += summedBytes) {
    const piece = summed.subarray(from, from + summedBytes)
    if (work.spend(piece.length)) await work.rest()
    checksum = crc32(piece, checksum)
  }
  return checksum === viewOf(whole).getUint32(whole.length - 4)
}

/** Without these there is no picture; the others say how it is meant. The end is written anew. */
export const isCritical = ({ name }: PngChunk): boolean => /^[A-Z]/.test(name) && name !== 'IEND'

/** A chunk with its length and checksum, in parts. */
function chunkParts(name: string, contents: readonly Uint8Array[]): Uint8Array[] {
  const named = [asciiBytes(name), ...contents]
  const length = contents.reduce((sum, part) => sum + part.length, 0)
  const checksum = named.reduce((sum, part) => crc32(part, sum), 0)
  const ends = new DataView(new ArrayBuffer(8))
  ends.setUint32(0, length)
  ends.setUint32(4, checksum)
  const numbers = new Uint8Array(ends.buffer)
  return [numbers.subarray(0, 4), ...named, numbers.subarray(4)]
}

export const chunkOf = (name: string, content: Uint8Array): Uint8Array => joined(chunkParts(name, [content]))

/**
 * What stands before the pixels and after them is kept without its faults: what only says how the picture is meant counts for nothing
 * when its checksum is wrong, as in browsers, and there is always an end.
 * @param mended packed pixels in the place of the picture's own; null: those are right
 * @throws BrokenMedia
 */
export async function pngPicture({ header, chunks }: Png, mended: Uint8Array[] | null): Promise<PictureStructure> {
  const work = pixelWork()
  const before: Uint8Array[] = []
  const pixels: Uint8Array[] = []
  const behind: Uint8Array[] = []
  for (const chunk of chunks) {
    if (chunk.name === 'IEND') break
    if (chunk.name === 'IDAT') pixels.push(chunk.whole)
    else if (keptChunks.has(chunk.name) && (isCritical(chunk) || (await hasRightChecksum(chunk, work))))
      (pixels.length === 0 ? before : behind).push(chunk.whole)
  }
  const exif = chunks.find(({ name }) => name === 'eXIf')
  return {
    width: header.width,
    height: header.height,
    orientation: exif ? orientationOf(exif.content) : null,
    isAnimated: false,
    parts: [
      Uint8Array.from(pngSignature),
      ...before,
      ...(mended ? chunkParts('IDAT', mended) : pixels),
      ...behind,
      chunkOf('IEND', new Uint8Array(0))
    ]
  }
}

/** Of an animation the first picture stays. @throws BrokenMedia, also when the end of the file is missing with some of its pixels */
export async function pngStructure(bytes: Uint8Array): Promise<PictureStructure> {
  const png = await readPng(bytes)
  return pngPicture(png, png.isEnded ? null : await mendedPixels(png.header, png.packed))
}

/** The parts of a PNG with an orientation, which stands behind the header. */
export const turnedPng = (parts: readonly Uint8Array[], orientation: number): Uint8Array[] =>
  parts.toSpliced(2, 0, chunkOf('eXIf', tiffOfOrientation(orientation)))
