// What to write over in a file so that it tells nothing but its picture, film or sound. Of use for files that are too large
// for the memory; a smaller picture loses these parts altogether (image-metadata.ts).
import { asciiBytes } from './bytes.ts'
import { BrokenMedia, ByteReader, type MediaSource } from './byte-reader.ts'
import { crc32 } from './crc32.ts'
import { jpegMarker, type JpegSegment, walkJpeg } from './jpeg.ts'
import { startOfFrames } from './mp3.ts'
import { mp4Overwrites } from './mp4-metadata.ts'
import type { Overwrite } from './overwrites.ts'
import type { Range } from './own-mark.ts'
import { type PngChunkPlace, walkPng } from './png.ts'
import { keptChunks } from './png-chunks.ts'
import { walkWebp, type WebpChunkPlace } from './webp.ts'
import { keptWebpChunks, webpFlag } from './webp-chunks.ts'

/** A name that no format knows: readers skip such a chunk, and in a PNG it must be spelled like this to be skipped. */
const skipped = asciiBytes('juNk')

/** What stands behind the end of a picture. */
const behind = (end: number, size: number): Overwrite[] => (end < size ? [{ from: end, to: size }] : [])

const zeros = new Uint8Array(64 * 1024)

/** Of the new name and of zeros, a portion at a time: a chunk may be as large as the memory. */
function checksumOf(zeroBytes: number): number {
  let checksum = crc32(skipped)
  for (let left = zeroBytes; left > 0; left -= zeros.length) checksum = crc32(zeros.subarray(0, left), checksum)
  return checksum
}

function skippedChunk({ start, end }: PngChunkPlace): Overwrite[] {
  const checksum = new DataView(new ArrayBuffer(4))
  checksum.setUint32(0, checksumOf(end - start - 12))
  return [
    { from: start + 4, to: start + 8, bytes: skipped },
    { from: start + 8, to: end - 4 },
    { from: end - 4, to: end, bytes: new Uint8Array(checksum.buffer) }
  ]
}

async function ofPng(source: MediaSource): Promise<Overwrite[]> {
  const chunks: PngChunkPlace[] = []
  if (!(await walkPng(new ByteReader(source), (chunk) => chunks.push(chunk)))) throw new BrokenMedia()
  const told = chunks.filter(({ name }) => !keptChunks.has(name)).flatMap(skippedChunk)
  return [...told, ...behind(chunks.at(-1)?.end ?? 0, source.size)]
}

const isApplication = (marker: number) => marker >= jpegMarker.app0 && marker <= jpegMarker.app0 + 15

/** The first bytes of the segments that say how colours are meant. */
const colours: Readonly<Record<number, string>> = {
  [jpegMarker.app0]: 'JFIF\0',
  [jpegMarker.app0 + 2]: 'ICC_PROFILE\0',
  [jpegMarker.app0 + 14]: 'Adobe'
}
/** Behind it a JFIF segment has a small picture and its size. */
const jfifFactsBytes = 16

async function emptied(reader: ByteReader, { marker, start, end }: JpegSegment): Promise<Overwrite[]> {
  const name = colours[marker]
  const content = start + 4
  const isKept =
    name !== undefined && content + name.length <= end && (await reader.text(content, name.length)) === name
  if (!isKept) return [{ from: content, to: end }]
  return marker === jpegMarker.app0 ? [{ from: start + jfifFactsBytes, to: end }] : []
}

async function ofJpeg(source: MediaSource): Promise<Overwrite[]> {
  const reader = new ByteReader(source)
  const segments: JpegSegment[] = []
  if (!(await walkJpeg(reader, (segment) => segments.push(segment)))) throw new BrokenMedia()
  const told = segments.filter(({ marker }) => isApplication(marker) || marker === jpegMarker.com)
  const found: Overwrite[] = []
  for (const segment of told) found.push(...(await emptied(reader, segment)))
  return [...found, ...behind((segments.at(-1)?.next ?? 0) + 2, source.size)]
}

async function ofWebp(source: MediaSource, kept: Range): Promise<Overwrite[]> {
  const reader = new ByteReader(source)
  const chunks: WebpChunkPlace[] = []
  if (!(await walkWebp(reader, (chunk) => chunks.push(chunk)))) throw new BrokenMedia()
  const told = chunks
    .filter(({ name }) => !keptWebpChunks.has(name))
    .flatMap(({ start, end }) => [
      { from: start - 8, to: start - 4, bytes: skipped },
      { from: start, to: end }
    ])
  const [first] = chunks
  const last = chunks.at(-1)
  const found = last ? [...told, ...behind(last.end + ((last.end - last.start) % 2), source.size)] : told
  if (first?.name !== 'VP8X') return found
  // The extended header no longer promises what is written over.
  const flags =
    (await reader.view(first.start, 1)).getUint8(0) & ~(webpFlag.exif | (kept === nothing ? webpFlag.xmp : 0))
  return [...found, { from: first.start, to: first.start + 1, bytes: Uint8Array.of(flags) }]
}

const tagBytes = 128

/** A tag of zeros is an empty one: its head and its length stay. */
async function ofMp3(source: MediaSource): Promise<Overwrite[]> {
  const reader = new ByteReader(source)
  const start = await startOfFrames(reader)
  const found: Overwrite[] = start > 10 ? [{ from: 10, to: start }] : []
  const tag = source.size - tagBytes
  const hasTag = tag >= start && (await reader.text(tag, 3)) === 'TAG'
  return hasTag ? [...found, { from: tag + 3, to: source.size }] : found
}

async function ofWav(source: MediaSource): Promise<Overwrite[]> {
  const reader = new ByteReader(source)
  const found: Overwrite[] = []
  for (let at = 12; at + 8 <= source.size;) {
    const name = await reader.text(at, 4)
    const length = (await reader.view(at + 4, 4)).getUint32(0, true)
    const end = Math.min(at + 8 + length, source.size)
    if (!['fmt ', 'fact', 'data'].includes(name))
      found.push({ from: at, to: at + 4, bytes: skipped }, { from: at + 8, to: end })
    at += 8 + length + (length % 2)
  }
  return found
}

/** No stretch of a file. */
const nothing: Range = { from: 0, to: 0 }

const readers: Readonly<Record<string, (source: MediaSource, kept: Range) => Promise<Overwrite[]>>> = {
  'image/png': ofPng,
  'image/jpeg': ofJpeg,
  'image/webp': ofWebp,
  'video/mp4': mp4Overwrites,
  'video/quicktime': mp4Overwrites,
  'audio/mpeg': ofMp3,
  'audio/wav': ofWav
}

/**
 * @param kept a stretch of the file that stays: our own mark
 * @returns null for a file of a type or a structure that we do not know
 */
export async function textOverwrites(
  source: MediaSource,
  type: string,
  kept: Range = nothing
): Promise<Overwrite[] | null> {
  try {
    const found = await readers[type]?.(source, kept)
    return found?.filter(({ from, to }) => from < kept.from || to > kept.to) ?? null
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
