// Pictures to upload, made without an encoder: PNGs are built here, JPEG and WebP are stored as an encoder wrote them.
import { crc32, deflateSync } from 'node:zlib'

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** A text in the EXIF of the pictures below, next to a GPS position. */
export const secret = 'GPS-SECRET'

/** 80 × 64, with a GPS position in its EXIF. */
export const jpeg = bytesOf(
  '/9j/4QEWRXhpZgAASUkqAAgAAAAIAA4BAgALAAAAfgAAABIBAwABAAAAAQAAABoBBQABAAAAbgAAABsBBQABAAAAdgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAigAAACWIBAABAAAA2AAAAAAAAAA4YwAA6AMAADhjAADoAwAAR1BTLVNFQ1JFVAAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAFAAAAADoAQAAQAAAEAAAAAAAAAAAgABAAIAAgAAAE4AAAACAAUAAwAAAPYAAAAAAAAAOwAAAAEAAAA4AAAAAQAAAAAAAAABAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk/9sAQwEcHh4oIyhOKytOpG5dbqSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk/8AAEQgAQABQAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAD/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAAE/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AgArSAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/2Q=='
)
export const webp = bytesOf(
  'UklGRnwBAABXRUJQVlA4WAoAAAAIAAAATwAAPwAAVlA4IEIAAADwAwCdASpQAEAAPxGIv1msKSajoagBgCIJaQDUyAT5w4cOHDhw4a4AAP7UmXztWx+Fb+Wc38hhFg6ZTxPty7NhAABFWElGFAEAAEV4aWYAAElJKgAIAAAACAAOAQIACwAAAH4AAAASAQMAAQAAAAEAAAAaAQUAAQAAAG4AAAAbAQUAAQAAAHYAAAAoAQMAAQAAAAIAAAATAgMAAQAAAAEAAABphwQAAQAAAIoAAAAliAQAAQAAANgAAAAAAAAAOGMAAOgDAAA4YwAA6AMAAEdQUy1TRUNSRVQAAAYAAJAHAAQAAAAwMjEwAZEHAAQAAAABAgMAAKAHAAQAAAAwMTAwAaADAAEAAAD//wAAAqAEAAEAAABQAAAAA6AEAAEAAABAAAAAAAAAAAIAAQACAAIAAABOAAAAAgAFAAMAAAD2AAAAAAAAADsAAAABAAAAOAAAAAEAAAAAAAAAAQAAAA=='
)

export function pngChunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(content.length, 0)
  numbers.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)])
}

/** A black picture. @param more chunks before the pixels @param packed pixel data to use instead of the correct data */
export function png(width: number, height: number, more: Buffer[] = [], packed?: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      pngChunk('IHDR', header),
      ...more,
      pngChunk('IDAT', packed ?? deflateSync(Buffer.alloc((width + 1) * height))),
      pngChunk('IEND', Buffer.alloc(0))
    ])
  )
}

/** A PNG whose pixels are all transparent. */
export function clearPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const pixels = deflateSync(Buffer.alloc((width * 4 + 1) * height))
  const whole = Buffer.from(png(width, height, [], pixels))
  pngChunk('IHDR', header).copy(whole, 8)
  return new Uint8Array(whole)
}

/** A prime number of bytes, so that noise which repeats them is no pattern. */
const noise = (() => {
  let state = 1
  return Uint8Array.from({ length: 65_521 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
})()

/** A picture of noise, with about one byte per pixel. */
export function noisyPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const pixels = Buffer.alloc((width + 1) * height, noise)
  // The first byte of every row is the row's filter; 0 means none.
  for (let at = 0; at < pixels.length; at += width + 1) pixels[at] = 0
  return png(width, height, [], deflateSync(pixels, { level: 0 }))
}

export const dataUrl = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
