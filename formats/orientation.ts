// The one EXIF tag that changes how an image looks. EXIF is a TIFF file: a byte order, then directories of tags.
import { asciiAt, viewOf } from './bytes.ts'

const orientationTag = 0x0112
const shortType = 3
const upright = 1
const orientationMax = 8
const entriesMax = 512

/** 2 to 8: how the stored image is rotated or mirrored. Null when it is upright or the tag cannot be read. */
export function orientationOf(tiff: Uint8Array): number | null {
  const order = asciiAt(tiff, 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return null
  const view = viewOf(tiff)
  const isLittle = order === 'II'
  const directory = view.getUint32(4, isLittle)
  if (view.getUint16(2, isLittle) !== 42 || directory + 2 > tiff.length) return null
  const entries = Math.min(view.getUint16(directory, isLittle), entriesMax)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.length) return null
    if (view.getUint16(entry, isLittle) !== orientationTag) continue
    const value = view.getUint16(entry + 8, isLittle)
    const isTurned = view.getUint16(entry + 2, isLittle) === shortType && value > upright && value <= orientationMax
    return isTurned ? value : null
  }
  return null
}

/** Whether what is stored as its width is seen as its height. @param orientation 2 to 8; null: upright */
export const isOnItsSide = (orientation: number | null): boolean => orientation !== null && orientation >= 5

/** EXIF data with the orientation tag only. */
export function tiffOfOrientation(orientation: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(26))
  view.setUint32(0, 0x4d4d002a)
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, orientationTag)
  view.setUint16(12, shortType)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return new Uint8Array(view.buffer)
}
