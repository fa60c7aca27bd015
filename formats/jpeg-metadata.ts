import { asciiAt, asciiBytes, viewOf } from './bytes.ts'
import { BrokenMedia, ByteReader, sourceOf } from './byte-reader.ts'
import type { PictureStructure } from './facts.ts'
import { jpegMarker, type JpegSegment, walkJpeg } from './jpeg.ts'
import { endOfPixels } from './jpeg-whole.ts'
import { orientationOf, tiffOfOrientation } from './orientation.ts'

const exifName = 'Exif\0\0'
const jfifBytes = 16

/** Of the application segments, those that say how colours are meant. */
function keptApplication(marker: number, segment: Uint8Array): Uint8Array | null {
  const name = asciiAt(segment, 4, 12)
  if (marker === jpegMarker.app0 && name.startsWith('JFIF\0') && segment.length >= jfifBytes + 2) {
    // Without the small picture that may be inside: it shows what was cropped away.
    const plain = segment.slice(0, jfifBytes + 2)
    viewOf(plain).setUint16(2, jfifBytes)
    plain.fill(0, jfifBytes)
    return plain
  }
  if (marker === jpegMarker.app0 + 2 && name.startsWith('ICC_PROFILE\0')) return segment
  return marker === jpegMarker.app0 + 14 && name.startsWith('Adobe') ? segment : null
}

const isApplication = (marker: number) => marker >= jpegMarker.app0 && marker <= jpegMarker.app0 + 15

function exifSegment(orientation: number): Uint8Array {
  const content = [...asciiBytes(exifName), ...tiffOfOrientation(orientation)]
  return Uint8Array.from([0xff, jpegMarker.app1, 0, content.length + 2, ...content])
}

/** What stands between the segments is in none of the parts, and an end is always there. @throws BrokenMedia */
export async function jpegStructure(bytes: Uint8Array): Promise<PictureStructure> {
  const segments: JpegSegment[] = []
  const walk = await walkJpeg(new ByteReader(sourceOf(bytes)), (segment) => segments.push(segment), true)
  if (!walk) throw new BrokenMedia()
  const endOfCodes = walk.hasStrays || walk.end === null ? await endOfPixels(bytes, segments) : 0
  const behind = walk.end ?? endOfCodes
  const parts: Uint8Array[] = []
  let orientation: number | null = null
  for (const { marker, start, end, next } of segments) {
    if (start >= behind) break
    const segment = bytes.subarray(start, end)
    if (marker === jpegMarker.app1 && asciiAt(segment, 4, exifName.length) === exifName)
      orientation ??= orientationOf(segment.subarray(4 + exifName.length))
    if (marker === jpegMarker.com) continue
    const kept = isApplication(marker) ? keptApplication(marker, segment) : segment
    if (kept) parts.push(kept)
    if (next > end) parts.push(bytes.subarray(end, Math.min(next, behind)))
  }
  // Cameras hang whole further pictures behind the end, each with metadata of its own.
  const whole = [bytes.subarray(0, 2), ...parts, Uint8Array.of(0xff, jpegMarker.eoi)]
  return { ...walk.size, orientation, isAnimated: false, parts: whole }
}

/** The parts of a JPEG with an orientation. */
export const turnedJpeg = (parts: readonly Uint8Array[], orientation: number): Uint8Array[] =>
  parts.toSpliced(parts[1]?.[1] === jpegMarker.app0 ? 2 : 1, 0, exifSegment(orientation))
