// Removes metadata from an image before it is stored or passed on: place, time, camera, software, comments, hidden
// files. Pixels, colours and orientation stay as they were.
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
 * The same image without metadata and without anything after its end.
 * @param type as found by `inspectMedia`
 * @returns null when the image is broken
 */
export function withoutMetadata(bytes: Uint8Array, type: ImageType): Uint8Array<ArrayBuffer> | null {
  try {
    return joined(partsOf(bytes, type))
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
