import { orientationOf } from './exif.ts'
import type { PictureStructure } from './structure.ts'

const marker = {
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  com: 0xfe
}

const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7

const beginsWith = (segment: Uint8Array, text: string) =>
  String.fromCharCode(...segment.subarray(4, 4 + text.length)) === text

/** Colour profiles and the kind of colour coding belong to the pixels; all else that applications add does not. */
function isMetadata(code: number, segment: Uint8Array): boolean {
  if (code === marker.com) return true
  if (code < marker.app0 || code > marker.app15) return false
  if (code === marker.app2) return !beginsWith(segment, 'ICC_PROFILE\0')
  return code !== marker.app0 && code !== marker.app14
}

/** Where coded data ends: the next marker that is none of its own. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let offset = bytes.indexOf(0xff, start)
  while (offset >= 0) {
    const code = bytes[offset + 1] ?? marker.soi
    if (code !== 0 && code !== 0xff && !isRestart(code)) return offset
    offset = bytes.indexOf(0xff, offset + (code === 0xff ? 1 : 2))
  }
  return bytes.length
}

/** JPEG: segments of known length between SOI and EOI, coded data after each SOS (ITU-T T.81, annex B). */
export function readJpeg(bytes: Uint8Array<ArrayBuffer>): PictureStructure | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const structure: PictureStructure = { width: 0, height: 0, orientation: 1, parts: [] }
  structure.parts.push(bytes.subarray(0, 2))
  let offset = 2
  for (;;) {
    const code = view.getUint8(offset + 1)
    if (view.getUint8(offset) !== 0xff) return null
    if (code === marker.eoi) break
    let next = offset + 2 + view.getUint16(offset + 2)
    if (code === marker.sos) next = endOfScan(bytes, next)
    if (next > bytes.length) return null
    const segment = bytes.subarray(offset, next)
    if (isFrame(code)) {
      structure.height = view.getUint16(offset + 5)
      structure.width = view.getUint16(offset + 7)
    }
    if (code === marker.app1 && beginsWith(segment, 'Exif\0\0'))
      structure.orientation = orientationOf(segment.subarray(10))
    if (!isMetadata(code, segment)) structure.parts.push(segment)
    offset = next
  }
  // Cameras hang whole further pictures behind the end, each with metadata of its own.
  structure.parts.push(bytes.subarray(offset, offset + 2))
  return structure.width > 0 && structure.height > 0 ? structure : null
}
