import { orientationOf } from './exif.ts'
import type { PictureStructure } from './structure.ts'

const headerBytes = 12
const visible = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])
/** Flags of the extended header that promise Exif and XMP. */
const metadataFlags = 0x08 | 0x04

/** The size in the first chunk of a WebP file (RFC 9649); `at` is where its data begins. */
function sizeOf(type: string, view: DataView, at: number): { width: number; height: number } | null {
  if (type === 'VP8X') {
    const low = view.getUint32(at + 4, true)
    const high = view.getUint32(at + 6, true)
    return { width: 1 + (low & 0xffffff), height: 1 + (high >>> 8) }
  }
  if (type === 'VP8L') {
    const bits = view.getUint32(at + 1, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (type !== 'VP8 ') return null
  return { width: view.getUint16(at + 6, true) & 0x3fff, height: view.getUint16(at + 8, true) & 0x3fff }
}

/** The file's first bytes, for so many bytes of chunks. */
function riffHeader(chunkBytes: number): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode('RIFF----WEBP')
  new DataView(header.buffer).setUint32(4, chunkBytes + 4, true)
  return header
}

function withoutPromises(chunk: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = chunk.slice()
  copy[8] = (copy[8] ?? 0) & ~metadataFlags
  return copy
}

/** WebP: chunks of known length in a RIFF file. */
export function readWebp(bytes: Uint8Array<ArrayBuffer>): PictureStructure | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = Math.min(8 + view.getUint32(4, true), bytes.length)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size: { width: number; height: number } | null = null
  let orientation = 1
  let offset = headerBytes
  while (offset + 8 <= end) {
    const type = String.fromCharCode(...bytes.subarray(offset, offset + 4))
    const length = view.getUint32(offset + 4, true)
    const next = offset + 8 + length + (length % 2)
    // Of an animation the first picture is wanted, and that has to be drawn.
    if (next > end || type === 'ANIM') return null
    size ??= sizeOf(type, view, offset + 8)
    const chunk = bytes.subarray(offset, next)
    if (visible.has(type)) chunks.push(type === 'VP8X' ? withoutPromises(chunk) : chunk)
    if (type === 'EXIF') orientation = exifOrientation(chunk.subarray(8))
    offset = next
  }
  const chunkBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return size && { ...size, orientation, parts: [riffHeader(chunkBytes), ...chunks] }
}

/** Some writers begin the block as JPEG does. */
const exifOrientation = (block: Uint8Array) =>
  orientationOf(String.fromCharCode(...block.subarray(0, 4)) === 'Exif' ? block.subarray(6) : block)
