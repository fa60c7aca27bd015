import { asciiAt, asciiBytes, viewOf } from './bytes.ts'
import { BrokenMedia, ByteReader, sourceOf } from './byte-reader.ts'
import type { PictureStructure } from './facts.ts'
import { jpegMarker, walkJpeg } from './jpeg.ts'
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

/** @throws BrokenMedia */
export async function jpegStructure(bytes: Uint8Array): Promise<PictureStructure> {
  const parts: Uint8Array[] = []
  let orientation: number | null = null
  const size = await walkJpeg(new ByteReader(sourceOf(bytes)), ({ marker, start, end, next }) => {
    const segment = bytes.subarray(start, end)
    if (marker === jpegMarker.app1 && asciiAt(segment, 4, exifName.length) === exifName)
      orientation ??= orientationOf(segment.subarray(4 + exifName.length))
    if (marker === jpegMarker.com) return
    const kept = isApplication(marker) ? keptApplication(marker, segment) : segment
    if (kept) parts.push(kept)
    if (next > end) parts.push(bytes.subarray(end, next))
  })
  if (!size) throw new BrokenMedia()
  // Cameras hang whole further pictures behind the end, each with metadata of its own.
  const whole = [bytes.subarray(0, 2), ...parts, Uint8Array.of(0xff, jpegMarker.eoi)]
  return { ...size, orientation, isAnimated: false, parts: whole }
}

/** The parts of a JPEG with an orientation. */
export const turnedJpeg = (parts: readonly Uint8Array[], orientation: number): Uint8Array[] =>
  parts.toSpliced(parts[1]?.[1] === jpegMarker.app0 ? 2 : 1, 0, exifSegment(orientation))
