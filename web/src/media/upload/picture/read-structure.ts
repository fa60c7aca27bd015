// Pictures are read by their structure before they are decoded: how large they are, which way they are turned, and
// which of their parts are pixels and which tell where and by whom they were made.
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import type { PictureStructure } from './structure.ts'
import { readWebp } from './webp.ts'

const readers: Record<string, (bytes: Uint8Array<ArrayBuffer>) => PictureStructure | null> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp
}

/** Null when the file is not built as its format demands; a browser may be able to show it all the same. */
export function readStructure(bytes: Uint8Array<ArrayBuffer>, type: string): PictureStructure | null {
  try {
    return readers[type]?.(bytes) ?? null
  } catch (error) {
    // A DataView that is asked for bytes beyond the end.
    if (error instanceof RangeError) return null
    throw error
  }
}
