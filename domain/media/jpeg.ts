// JPEG (ITU-T T.81): markers from SOI to EOI. The coded data after a start of scan is scanned to its end: a truncated
// image would be grey from some line on.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import type { MediaFacts } from './facts.ts'

export const jpegMarker = { soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0, app1: 0xe1, com: 0xfe } as const

/** The start-of-frame markers of baseline and progressive Huffman coding, which browsers and providers can read. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2

/** Lossless, hierarchical and arithmetic coding: neither browsers nor providers can read them. */
const isForeignFrame = (marker: number) =>
  (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) || marker === 0xcc

export const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** The size from a frame header; `segment` begins at its length field. @throws BrokenMedia */
function readFrame(segment: DataView): { width: number; height: number } {
  const components = segment.getUint8(7)
  const height = segment.getUint16(3)
  const width = segment.getUint16(5)
  const isWhole = segment.getUint16(0) === 8 + 3 * components
  if (!isWhole || components < 1 || components > 4 || width === 0 || height === 0) throw new BrokenMedia()
  return { width, height }
}

/** Where coded data ends: the offset of the next marker's 0xFF. */
async function endOfScan(reader: ByteReader, start: number): Promise<number> {
  let offset = start
  for (;;) {
    const bytes = await reader.from(offset, 2)
    let index = bytes.indexOf(0xff)
    while (index >= 0 && index + 1 < bytes.length) {
      const next = bytes[index + 1] ?? 0
      if (next === 0xff) index += 1
      else if (next === 0 || isRestart(next)) index = bytes.indexOf(0xff, index + 2)
      else return offset + index
    }
    offset += index < 0 ? bytes.length : index
  }
}

export async function inspectJpeg(reader: ByteReader): Promise<MediaFacts | null> {
  if (reader.size < 4) return null
  const start = await reader.from(0, 3)
  if (start[0] !== 0xff || start[1] !== jpegMarker.soi || start[2] !== 0xff) return null

  let size: { width: number; height: number } | null = null
  let hasScan = false
  let offset = 2
  for (;;) {
    const head = await reader.view(offset, 2)
    const marker = head.getUint8(1)
    if (head.getUint8(0) !== 0xff) throw new BrokenMedia()
    if (marker === 0xff) offset += 1
    else if (marker === jpegMarker.eoi) {
      if (!size || !hasScan) throw new BrokenMedia()
      return { type: 'image/jpeg', ...size, durationSeconds: null }
    } else {
      if (marker < 0xc0 || marker === jpegMarker.soi || isRestart(marker) || isForeignFrame(marker))
        throw new BrokenMedia()
      const length = (await reader.view(offset + 2, 2)).getUint16(0)
      if (length < 2) throw new BrokenMedia()
      if (isFrame(marker)) {
        if (size || length < 8) throw new BrokenMedia()
        size = readFrame(await reader.view(offset + 2, length))
      }
      offset += 2 + length
      if (marker === jpegMarker.sos) {
        if (!size) throw new BrokenMedia()
        hasScan = true
        offset = await endOfScan(reader, offset)
      }
    }
  }
}
