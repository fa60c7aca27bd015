// What a picture is, read from its bytes: an upstream does not believe the media type that it is told.

export interface PictureFacts {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  width: number
  height: number
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The bytes of strict base64; null for anything else. */
export function decodeBase64(text: unknown): Buffer | null {
  return typeof text === 'string' && text.length % 4 === 0 && BASE64.test(text) ? Buffer.from(text, 'base64') : null
}

/** Null: no picture that an upstream could open. */
export function pictureFactsOf(bytes: Buffer): PictureFacts | null {
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' && bytes.length > 32)
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.subarray(0, 4).toString('latin1') === 'GIF8' && bytes.length > 10)
    return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (bytes.subarray(8, 12).toString('latin1') === 'WEBP') return { type: 'image/webp', width: 0, height: 0 }
  return jpegFactsOf(bytes)
}

/** The size stands in the start-of-frame segment, behind any number of others. */
function jpegFactsOf(bytes: Buffer): PictureFacts | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return null
}
