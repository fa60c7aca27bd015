import { asciiAt, asciiBytes, viewOf } from './bytes.ts'
import { BrokenMedia } from './byte-reader.ts'
import { isRestart, jpegMarker } from './jpeg.ts'
import { orientationOf, tiffOfOrientation } from './orientation.ts'

const exifName = 'Exif\0\0'
const jfifBytes = 16

/** Keeps only those application segments that define colours. */
function keptApplication(marker: number, segment: Uint8Array): Uint8Array | null {
  const name = asciiAt(segment, 4, 12)
  if (marker === jpegMarker.app0 && name.startsWith('JFIF\0') && segment.length >= jfifBytes + 2) {
    // Drops the embedded thumbnail: it may show what was cropped away.
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

/** The end of the coded data that follows a start of scan: the next marker that is not a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let offset = bytes.indexOf(0xff, start); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
    const next = bytes[offset + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return offset
  }
  throw new BrokenMedia()
}

/** The parts of a JPEG that are needed to draw it, up to its end. @throws BrokenMedia */
export function jpegParts(bytes: Uint8Array): Uint8Array[] {
  const view = viewOf(bytes)
  const parts: Uint8Array[] = []
  let orientation: number | null = null
  for (let offset = 2; ;) {
    if (offset + 2 > bytes.length || bytes[offset] !== 0xff) throw new BrokenMedia()
    const marker = bytes[offset + 1] ?? 0
    if (marker === jpegMarker.eoi) break
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (offset + 4 > bytes.length) throw new BrokenMedia()
    const end = offset + 2 + view.getUint16(offset + 2)
    if (end > bytes.length || end < offset + 4) throw new BrokenMedia()
    const segment = bytes.subarray(offset, end)
    offset = marker === jpegMarker.sos ? endOfScan(bytes, end) : end
    if (marker === jpegMarker.app1 && asciiAt(segment, 4, exifName.length) === exifName)
      orientation ??= orientationOf(segment.subarray(4 + exifName.length))
    if (marker === jpegMarker.com) continue
    const kept = isApplication(marker) ? keptApplication(marker, segment) : segment
    if (kept) parts.push(kept)
    if (marker === jpegMarker.sos) parts.push(bytes.subarray(end, offset))
  }
  const isJfif = parts[0]?.[1] === jpegMarker.app0
  if (orientation !== null) parts.splice(isJfif ? 1 : 0, 0, exifSegment(orientation))
  return [bytes.subarray(0, 2), ...parts, Uint8Array.of(0xff, jpegMarker.eoi)]
}
