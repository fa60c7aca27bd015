import { orientationOf } from './exif.ts'
import type { PictureStructure } from './structure.ts'

const signatureBytes = 8
/** Length, type and checksum of a chunk. */
const frameBytes = 12
/** Chunks that decoders may ignore but that say how the pixels look. An animation is none: its first picture stays. */
const visible = new Set('tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs hIST'.split(' '))

const isCritical = (type: string) => type.charCodeAt(0) < 0x60

/** PNG: chunks of known length up to IEND (https://www.w3.org/TR/png-3/). */
export function readPng(bytes: Uint8Array<ArrayBuffer>): PictureStructure | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = [bytes.subarray(0, signatureBytes)]
  let orientation = 1
  let offset = signatureBytes
  let type = ''
  while (type !== 'IEND') {
    const next = offset + view.getUint32(offset) + frameBytes
    if (next > bytes.length) return null
    type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8))
    if (isCritical(type) || visible.has(type)) parts.push(bytes.subarray(offset, next))
    if (type === 'eXIf') orientation = orientationOf(bytes.subarray(offset + 8, next - 4))
    offset = next
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return { width, height, orientation, parts }
}
