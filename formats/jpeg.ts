// JPEG (ITU-T T.81): markers from SOI to EOI. A start of scan is followed by coded data, which is walked byte by byte:
// without its end a picture is grey from somewhere on.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import type { MediaFacts, PictureSize } from './facts.ts'

export const jpegMarker = { soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0, app1: 0xe1, com: 0xfe } as const

/** The start-of-frame markers of baseline and progressive Huffman coding: what browsers and providers read. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2

/** Lossless, hierarchical and arithmetic coding: nothing that we hand files to takes them. */
const isForeignFrame = (marker: number) =>
  (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) || marker === 0xcc

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** The size in a frame header, which begins at its length. @throws BrokenMedia */
function readFrame(segment: DataView): PictureSize {
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

export interface JpegSegment {
  marker: number
  /** Of its 0xFF. */
  start: number
  /** Of the segment, whose length it tells. */
  end: number
  /** Behind the coded data that follows a start of scan; of other segments the same as `end`. */
  next: number
}

/**
 * Every segment between SOI and EOI, in order.
 * @returns the size of the picture; null for what is no JPEG
 * @throws BrokenMedia for what browsers and providers do not read
 */
export async function walkJpeg(
  reader: ByteReader,
  visit: (segment: JpegSegment) => void = () => undefined
): Promise<PictureSize | null> {
  if (reader.size < 4) return null
  const first = await reader.from(0, 3)
  if (first[0] !== 0xff || first[1] !== jpegMarker.soi || first[2] !== 0xff) return null

  let size: PictureSize | null = null
  let hasScan = false
  for (let start = 2; ;) {
    const head = await reader.view(start, 2)
    const marker = head.getUint8(1)
    if (head.getUint8(0) !== 0xff) throw new BrokenMedia()
    if (marker === jpegMarker.eoi) break
    if (marker === 0xff) {
      start += 1
      continue
    }
    if (marker < 0xc0 || marker === jpegMarker.soi || isRestart(marker) || isForeignFrame(marker))
      throw new BrokenMedia()
    const length = (await reader.view(start + 2, 2)).getUint16(0)
    if (length < 2) throw new BrokenMedia()
    const end = start + 2 + length
    if (isFrame(marker)) {
      if (size || length < 8) throw new BrokenMedia()
      size = readFrame(await reader.view(start + 2, length))
    }
    const isScan = marker === jpegMarker.sos
    if (isScan && !size) throw new BrokenMedia()
    hasScan ||= isScan
    const next = isScan ? await endOfScan(reader, end) : end
    if (next > reader.size) throw new BrokenMedia()
    visit({ marker, start, end, next })
    start = next
  }
  if (!size || !hasScan) throw new BrokenMedia()
  return size
}

export async function inspectJpeg(reader: ByteReader): Promise<MediaFacts | null> {
  const size = await walkJpeg(reader)
  return size && { type: 'image/jpeg', ...size, durationSeconds: null }
}
