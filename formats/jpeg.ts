// JPEG (ITU-T T.81): markers from SOI to EOI. A start of scan is followed by coded data, which is walked byte by byte:
// without its end a picture may be grey from somewhere on. Decoders pass over bytes between segments.
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

/** Restart markers and TEM have no content; between segments they mean nothing. */
const isPassed = (next: number) => next === 0 || next === 0x01 || isRestart(next)
const isCoded = (next: number) => next === 0 || isRestart(next)

/** The next marker's 0xFF from `start` on, apart from those that are no markers here; the end of the file when there is none. */
async function nextMarker(reader: ByteReader, start: number, isNone: (next: number) => boolean): Promise<number> {
  let offset = start
  while (offset + 2 <= reader.size) {
    const bytes = await reader.from(offset, 2)
    let index = bytes.indexOf(0xff)
    while (index >= 0 && index + 1 < bytes.length) {
      const next = bytes[index + 1] ?? 0
      if (next === 0xff) index += 1
      // A file may be nothing but such pairs, and a search for each of them would take far longer than a look.
      else if (isNone(next)) index = bytes[index + 2] === 0xff ? index + 2 : bytes.indexOf(0xff, index + 2)
      else return offset + index
    }
    offset += index < 0 ? bytes.length : index
  }
  return reader.size
}

/** The marker that stands there; more of 0xFF may stand before it. @throws BrokenMedia for anything else */
async function markerAt(reader: ByteReader, start: number): Promise<number> {
  for (let at = start; ; at += 1) {
    const head = await reader.view(at, 2)
    if (head.getUint8(0) !== 0xff) throw new BrokenMedia()
    if (head.getUint8(1) !== 0xff) return at
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

export interface JpegWalk {
  size: PictureSize
  /** Behind EOI. Null: the end is missing. */
  end: number | null
  /** Whether bytes between segments were passed over: they may be what a segment was. */
  hasStrays: boolean
}

/** The parameters of SOF, SOS and all others, and coded data. @throws BrokenMedia for what browsers and providers do not read */
async function segmentAt(reader: ByteReader, start: number, marker: number): Promise<JpegSegment> {
  if (marker < 0xc0 || marker === jpegMarker.soi || isRestart(marker) || isForeignFrame(marker)) throw new BrokenMedia()
  const length = (await reader.view(start + 2, 2)).getUint16(0)
  const end = start + 2 + length
  if (length < 2 || end > reader.size) throw new BrokenMedia()
  const next = marker === jpegMarker.sos ? await nextMarker(reader, end, isCoded) : end
  return { marker, start, end, next }
}

/**
 * Every segment between SOI and EOI, in order.
 * @param isSent whether a file is taken with bytes between its segments, and one that ends behind coded data, or goes on there with what is
 * no JPEG; then its tables or pixels may be missing too (jpeg-whole.ts)
 * @returns null for what is no JPEG
 * @throws BrokenMedia for what browsers and providers do not read
 */
export async function walkJpeg(
  reader: ByteReader,
  visit: (segment: JpegSegment) => void = () => undefined,
  isSent = false
): Promise<JpegWalk | null> {
  if (reader.size < 4) return null
  const first = await reader.from(0, 3)
  if (first[0] !== 0xff || first[1] !== jpegMarker.soi || first[2] !== 0xff) return null

  let size: PictureSize | null = null
  let hasScan = false
  let hasStrays = false
  try {
    for (let start = 2, isBehindScan = false; ;) {
      if (!isBehindScan) {
        const found = isSent ? await nextMarker(reader, start, isPassed) : await markerAt(reader, start)
        hasStrays ||= found > start
        start = found
      }
      const marker = (await reader.view(start, 2)).getUint8(1)
      if (marker === jpegMarker.eoi) {
        if (!size || !hasScan) throw new BrokenMedia()
        return { size, end: start + 2, hasStrays }
      }
      isBehindScan = marker === jpegMarker.sos
      const segment = await segmentAt(reader, start, marker)
      if (isFrame(marker)) {
        if (size || segment.end - start < 10) throw new BrokenMedia()
        size = readFrame(await reader.view(start + 2, segment.end - start - 2))
      }
      if (isBehindScan && !size) throw new BrokenMedia()
      hasScan ||= isBehindScan
      visit(segment)
      start = segment.next
    }
  } catch (error) {
    if (!(error instanceof BrokenMedia) || !isSent || !size || !hasScan) throw error
    return { size, end: null, hasStrays }
  }
}

export async function inspectJpeg(reader: ByteReader, isSent: boolean): Promise<MediaFacts | null> {
  const walk = await walkJpeg(reader, undefined, isSent)
  return walk && { type: 'image/jpeg', ...walk.size, durationSeconds: null }
}
