// The chunks of a PNG in memory.
import { asciiBytes, joined, viewOf } from './bytes.ts'
import { BrokenMedia, ByteReader, sourceOf } from './byte-reader.ts'
import { crc32 } from './crc32.ts'
import type { PictureStructure } from './facts.ts'
import { orientationOf, tiffOfOrientation } from './orientation.ts'
import { type PngHeader, pngSignature, walkPng } from './png.ts'
import type { Work } from './work.ts'

export interface PngChunk {
  name: string
  /** Length, name, content and checksum. */
  whole: Uint8Array
  content: Uint8Array
}

/** The header of a PNG and all its chunks. @throws BrokenMedia */
export async function readPng(bytes: Uint8Array): Promise<{ header: PngHeader; chunks: PngChunk[] }> {
  const chunks: PngChunk[] = []
  const header = await walkPng(new ByteReader(sourceOf(bytes)), ({ name, start, end }) =>
    chunks.push({ name, whole: bytes.subarray(start, end), content: bytes.subarray(start + 8, end - 4) })
  )
  if (!header) throw new BrokenMedia()
  return { header, chunks }
}

/** The picture, how its colours are meant, and how large its pixels are. */
export const keptChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS bKGD pHYs cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI'.split(' ')
)

/** What is summed up before the thread may be given back. */
const summedBytes = 256 * 1024

/** Whether what it says is what was written; what is not kept may say anything. @throws BrokenMedia */
export async function hasRightChecksum({ name, whole }: PngChunk, work: Work): Promise<boolean> {
  if (!keptChunks.has(name)) return true
  const summed = whole.subarray(4, -4)
  let checksum = 0
  for (let from = 0; from < summed.length; from += summedBytes) {
    const piece = summed.subarray(from, from + summedBytes)
    if (work.spend(piece.length)) await work.rest()
    checksum = crc32(piece, checksum)
  }
  return checksum === viewOf(whole).getUint32(whole.length - 4)
}

/** A chunk with its length and checksum. */
export function chunkOf(name: string, content: Uint8Array): Uint8Array {
  const named = joined([asciiBytes(name), content])
  const ends = new DataView(new ArrayBuffer(8))
  ends.setUint32(0, content.length)
  ends.setUint32(4, crc32(named))
  const numbers = new Uint8Array(ends.buffer)
  return joined([numbers.subarray(0, 4), named, numbers.subarray(4)])
}

/** Of an animation the first picture stays. @throws BrokenMedia */
export async function pngStructure(bytes: Uint8Array): Promise<PictureStructure> {
  const { header, chunks } = await readPng(bytes)
  const exif = chunks.find(({ name }) => name === 'eXIf')
  const kept = chunks.filter(({ name }) => keptChunks.has(name)).map(({ whole }) => whole)
  return {
    width: header.width,
    height: header.height,
    orientation: exif ? orientationOf(exif.content) : null,
    isAnimated: false,
    parts: [Uint8Array.from(pngSignature), ...kept]
  }
}

/** The parts of a PNG with an orientation, which stands behind the header. */
export const turnedPng = (parts: readonly Uint8Array[], orientation: number): Uint8Array[] =>
  parts.toSpliced(2, 0, chunkOf('eXIf', tiffOfOrientation(orientation)))
