const orientationTag = 0x0112
const entryBytes = 12

/** The orientation in an Exif block that begins with its TIFF header; 1, upright, when it does not say. */
export function orientationOf(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  if (view.byteLength < 8) return 1
  const little = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, little)
  if (directory + 2 > view.byteLength) return 1
  const count = view.getUint16(directory, little)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * entryBytes
    if (entry + entryBytes > view.byteLength) return 1
    if (view.getUint16(entry, little) !== orientationTag) continue
    const orientation = view.getUint16(entry + 8, little)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}
