// Where PNG, JPEG and WebP have their packet of XMP.
import { few, type MarkPlace, saysMade } from './ai-mark-place.ts'
import { type SourceType, xmpPacket } from './ai-mark-packet.ts'
import { asciiBytes, joined, viewOf } from './bytes.ts'
import { BrokenMedia, ByteReader, type MediaSource } from './byte-reader.ts'
import type { Edit } from './edits.ts'
import type { Range } from './own-mark.ts'
import { jpegMarker, type JpegSegment, walkJpeg } from './jpeg.ts'
import { type PngChunkPlace, walkPng } from './png.ts'
import { chunkOf } from './png-chunks.ts'
import { walkWebp, type WebpChunkPlace } from './webp.ts'
import { webpFlag } from './webp-chunks.ts'

const none = new Uint8Array(0)
const removed = ({ from, to }: Range): Edit => ({ from, to, bytes: none })

/** Whether the text stands there and ends before `end`. */
const hasText = async (reader: ByteReader, at: number, end: number, text: string): Promise<boolean> =>
  at + text.length <= end && (await reader.text(at, text.length)) === text

/** Some programs write their packet as plain or as packed text. */
const textChunks = new Set(['iTXt', 'tEXt', 'zTXt'])
const pngKeyword = 'XML:com.adobe.xmp\0'

// Not packed, without a language and a translated keyword.
const pngMark = (type: SourceType) => chunkOf('iTXt', joined([asciiBytes(`${pngKeyword}\0\0\0\0`), xmpPacket(type)]))

export async function pngPlace(source: MediaSource): Promise<MarkPlace> {
  const reader = new ByteReader(source)
  const chunks: PngChunkPlace[] = []
  if (!(await walkPng(reader, (chunk) => chunks.push(chunk)))) throw new BrokenMedia()
  const found: Range[] = []
  for (const { name, start, end } of chunks)
    if (textChunks.has(name) && (await hasText(reader, start + 8, end, pngKeyword)))
      found.push({ from: start, to: end })
  const head = chunks[0]
  if (!head) throw new BrokenMedia()
  const statements = chunks.filter(({ name }) => name === 'caBX').map(({ start, end }) => ({ from: start, to: end }))
  return {
    found: few(found),
    written: pngMark,
    edits: (type) => [{ from: head.end, to: head.end, bytes: pngMark(type) }, ...found.map(removed)],
    isSigned: await saysMade(source, statements)
  }
}

const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
const exifName = 'Exif\0\0'

const jpegMark = (type: SourceType) => {
  const content = joined([asciiBytes(xmpName), xmpPacket(type)])
  const head = Uint8Array.of(0xff, jpegMarker.app1, 0, 0)
  viewOf(head).setUint16(2, content.length + 2)
  return joined([head, content])
}

export async function jpegPlace(source: MediaSource): Promise<MarkPlace> {
  const reader = new ByteReader(source)
  const segments: JpegSegment[] = []
  if (!(await walkJpeg(reader, (segment) => segments.push(segment)))) throw new BrokenMedia()
  const found: Range[] = []
  // JFIF and Exif want to be first.
  let at = 2
  for (const { marker, start, end } of segments) {
    if (marker === jpegMarker.app1 && (await hasText(reader, start + 4, end, xmpName)))
      found.push({ from: start, to: end })
    const isHead =
      marker === jpegMarker.app0 || (marker === jpegMarker.app1 && (await hasText(reader, start + 4, end, exifName)))
    if (isHead && start === at) at = end
  }
  const statements = segments
    .filter(({ marker }) => marker === jpegMarker.app0 + 11)
    .map(({ start, end }) => ({ from: start, to: end }))
  return {
    found: few(found),
    written: jpegMark,
    edits: (type) => [{ from: at, to: at, bytes: jpegMark(type) }, ...found.map(removed)],
    isSigned: await saysMade(source, statements)
  }
}

const alphaFlag = 0x10

const riffChunk = (name: string, content: Uint8Array): Uint8Array => {
  const head = joined([asciiBytes(name), new Uint8Array(4)])
  viewOf(head).setUint32(4, content.length, true)
  return joined([head, content, new Uint8Array(content.length % 2)])
}

/** The extended header with the promise of a packet; a plain file gets one. */
async function extendedHeader(
  reader: ByteReader,
  first: WebpChunkPlace,
  { width, height }: { width: number; height: number }
): Promise<Edit> {
  const { name, start } = first
  if (name === 'VP8X') {
    const flags = (await reader.view(start, 1)).getUint8(0) | webpFlag.xmp
    return { from: start, to: start + 1, bytes: Uint8Array.of(flags) }
  }
  const hasAlpha = name === 'VP8L' && ((await reader.view(start + 1, 4)).getUint32(0, true) >>> 28) % 2 === 1
  const content = new Uint8Array(10)
  content[0] = webpFlag.xmp | (hasAlpha ? alphaFlag : 0)
  const numbers = [width - 1, height - 1].flatMap((side) => [side & 0xff, (side >> 8) & 0xff, side >> 16])
  content.set(numbers, 4)
  return { from: start - 8, to: start - 8, bytes: riffChunk('VP8X', content) }
}

const webpMark = (type: SourceType) => riffChunk('XMP ', xmpPacket(type))

export async function webpPlace(source: MediaSource): Promise<MarkPlace> {
  const reader = new ByteReader(source)
  const chunks: WebpChunkPlace[] = []
  const size = await walkWebp(reader, (chunk) => chunks.push(chunk))
  const [first] = chunks
  if (!size || !first) throw new BrokenMedia()
  const end = (await reader.view(4, 4)).getUint32(0, true) + 8
  const padded = ({ start, end: behind }: WebpChunkPlace) => Math.min(behind + ((behind - start) % 2), end)
  const last = chunks.at(-1) ?? first
  // Its last byte counts for nothing, and some encoders leave it out.
  const missing = new Uint8Array(last.end === end && last.name !== 'XMP ' ? (last.end - last.start) % 2 : 0)
  const found = few(chunks.filter(({ name }) => name === 'XMP ')).map((chunk) => ({
    from: chunk.start - 8,
    to: padded(chunk)
  }))
  const header = await extendedHeader(reader, first, size)
  const statements = chunks.filter(({ name }) => name === 'C2PA').map(({ start, end: to }) => ({ from: start, to }))
  return {
    found,
    written: webpMark,
    edits(type) {
      const changed = [header, ...found.map(removed), { from: end, to: end, bytes: joined([missing, webpMark(type)]) }]
      const length = new Uint8Array(4)
      const more = changed.reduce((sum, { from, to, bytes }) => sum - (to - from) + bytes.length, 0)
      viewOf(length).setUint32(0, end - 8 + more, true)
      return [{ from: 4, to: 8, bytes: length }, ...changed]
    },
    isSigned: await saysMade(source, statements)
  }
}
