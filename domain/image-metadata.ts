// What a picture tells about its maker - place, time, camera, software, comments, hidden files - is removed before it is
// stored or handed on. Its pixels are not touched, its colours stay as they were meant, and it stays the right way up.
import { BrokenMedia } from './media/byte-reader.ts'
import { joined } from './media/bytes.ts'
import { jpegParts } from './media/jpeg-metadata.ts'
import { pngParts } from './media/png-chunks.ts'
import { webpParts } from './media/webp-chunks.ts'

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'

function partsOf(bytes: Uint8Array, type: ImageType): Uint8Array[] {
  switch (type) {
    case 'image/png':
      return pngParts(bytes)
    case 'image/jpeg':
      return jpegParts(bytes)
    case 'image/webp':
      return webpParts(bytes)
    default:
      return type satisfies never
  }
}

/**
 * The same picture without metadata and without anything behind its end.
 * @param type as `inspectMedia` tells it
 * @returns null when it is broken
 */
export function withoutMetadata(bytes: Uint8Array, type: ImageType): Uint8Array<ArrayBuffer> | null {
  try {
    return joined(partsOf(bytes, type))
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
