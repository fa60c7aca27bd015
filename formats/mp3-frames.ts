// The sound of an MP3 file without what stands around it, so that files of the same kind can be joined.
import { readMp3Frame } from './mp3.ts'

const tagBytes = 10

/** Where the frames begin: behind the tags whose length field has seven bits per byte. */
function startOf(bytes: Uint8Array): number {
  let offset = 0
  while (offset + tagBytes <= bytes.length && String.fromCharCode(...bytes.subarray(offset, offset + 3)) === 'ID3') {
    const size = bytes.subarray(offset + 6, offset + 10).reduce((sum, byte) => sum * 128 + byte, 0)
    offset += tagBytes + size + (((bytes[offset + 5] ?? 0) & 0x10) === 0 ? 0 : tagBytes)
  }
  return offset
}

/** Whether a frame holds no sound but a table about the file, which would be wrong for a longer one. */
const isTable = (frame: Uint8Array): boolean => /Xing|Info/.test(String.fromCharCode(...frame.subarray(4, 44)))

/** The frames alone, without tags and without the frame about the file. Empty when there are none. */
export function framesOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = startOf(bytes)
  let offset = start
  while (offset + 4 <= bytes.length) {
    const frame = readMp3Frame(view.getUint32(offset))
    if (!frame || offset + frame.bytes > bytes.length) break
    if (offset === start && isTable(bytes.subarray(offset, offset + frame.bytes))) start += frame.bytes
    offset += frame.bytes
  }
  return bytes.subarray(start, offset)
}
