// Pictures to upload, made where no encoder is at hand: PNGs by their own rules, the others as they came from one.
import { crc32, deflateSync } from 'node:zlib'

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** What the pictures below hide in their EXIF, beside a place. */
export const secret = 'GPS-SECRET'

/** 80 × 64, with the place where it was taken. */
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

/** Black. @param more chunks before the pixels @param packed instead of the pixels that this size has */
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

/** As many bytes as pixels: noise cannot be packed. */
export function noisyPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const pixels = Buffer.alloc((width + 1) * height)
  let state = 1
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // Every row begins with how it is filtered: not at all.
    pixels[at] = at % (width + 1) === 0 ? 0 : state >>> 24
  }
  return png(width, height, [], deflateSync(pixels, { level: 0 }))
}

export const dataUrl = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
