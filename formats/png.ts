// PNG, third edition: a signature, then chunks of length, name, data and checksum from IHDR to IEND.
import { BrokenMedia, type ByteReader, nameAt } from './byte-reader.ts'
import type { MediaFacts } from './facts.ts'

export const pngSignature: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export interface PngHeader {
  width: number
  height: number
  bitDepth: number
  colorType: number
  interlaced: boolean
}

/** By colour type: the valid bit depths and the samples per pixel. */
const colorTypes: Readonly<Record<number, { depths: readonly number[]; samples: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 }
}

export const bitsPerPixel = ({ bitDepth, colorType }: PngHeader): number =>
  bitDepth * (colorTypes[colorType]?.samples ?? 0)

/** Parses the content of IHDR. @throws BrokenMedia for values that the format does not have */
function readPngHeader(view: DataView): PngHeader {
  const header = {
    width: view.getUint32(0),
    height: view.getUint32(4),
    bitDepth: view.getUint8(8),
    colorType: view.getUint8(9),
    interlaced: view.getUint8(12) === 1
  }
  const isKnown = colorTypes[header.colorType]?.depths.includes(header.bitDepth) ?? false
  const isPlain = view.getUint8(10) === 0 && view.getUint8(11) === 0 && view.getUint8(12) <= 1
  const isSized = header.width >= 1 && header.height >= 1 && header.width < 2 ** 31 && header.height < 2 ** 31
  if (!isKnown || !isPlain || !isSized) throw new BrokenMedia()
  return header
}

export interface PngChunkPlace {
  name: string
  /** From its length to behind its checksum. */
  start: number
  end: number
}

/** The chunk that begins here, whether or not the file has all of it; null when none begins here. @throws BrokenMedia */
async function chunkAt(reader: ByteReader, start: number): Promise<PngChunkPlace | null> {
  if (start + 8 > reader.size) return null
  const head = await reader.view(start, 8)
  const name = nameAt(head, 4)
  if (!/^[A-Za-z]{4}$/.test(name) || name === 'IHDR') return null
  return { name, start, end: start + 12 + head.getUint32(0) }
}

/**
 * Every chunk from IHDR to IEND, in order; what comes behind is not part of the picture.
 * @param endMayMiss whether a file is taken that ends behind or within its IDAT chunks, or goes on there with what is no chunk; then its
 * pixels may be missing too (png-pixels.ts), and the last IDAT chunk may end behind the file
 * @returns its header; null for what is no PNG
 * @throws BrokenMedia
 */
export async function walkPng(
  reader: ByteReader,
  visit: (chunk: PngChunkPlace) => void = () => undefined,
  endMayMiss = false
): Promise<PngHeader | null> {
  if (reader.size < pngSignature.length) return null
  const first = await reader.from(0, pngSignature.length)
  if (pngSignature.some((byte, index) => first[index] !== byte)) return null

  const head = await reader.view(8, 25)
  if (head.getUint32(0) !== 13 || nameAt(head, 4) !== 'IHDR') throw new BrokenMedia()
  const header = readPngHeader(new DataView(head.buffer, head.byteOffset + 8, 13))
  visit({ name: 'IHDR', start: 8, end: 33 })
  let hasPixels = false
  for (let start = 33; ;) {
    const chunk = await chunkAt(reader, start)
    if (chunk?.name === 'IDAT') hasPixels ||= chunk.end - chunk.start > 12
    const isEmptyEnd = chunk?.name !== 'IEND' || chunk.end - chunk.start === 12
    if (!chunk || chunk.end > reader.size || !isEmptyEnd) {
      if (!endMayMiss || !hasPixels) throw new BrokenMedia()
      if (chunk?.name === 'IDAT') visit(chunk)
      return header
    }
    if (chunk.name === 'IEND' && !hasPixels) throw new BrokenMedia()
    visit(chunk)
    if (chunk.name === 'IEND') return header
    start = chunk.end
  }
}

export async function inspectPng(reader: ByteReader, isSent: boolean): Promise<MediaFacts | null> {
  const header = await walkPng(reader, undefined, isSent)
  return header && { type: 'image/png', width: header.width, height: header.height, durationSeconds: null }
}
