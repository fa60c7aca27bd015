// How large a picture is, which way it is turned, and which of its parts are pixels: told without decoding it.
import { BrokenMedia } from './byte-reader.ts'
import type { PictureStructure } from './facts.ts'
import { jpegStructure } from './jpeg-metadata.ts'
import { pngStructure } from './png-chunks.ts'
import { webpStructure } from './webp-chunks.ts'

export type { PictureStructure } from './facts.ts'

const structures = { 'image/png': pngStructure, 'image/jpeg': jpegStructure, 'image/webp': webpStructure }
export type ImageType = keyof typeof structures

export const isImageType = (type: string): type is ImageType => Object.hasOwn(structures, type)

/**
 * What a picture tells about its maker - place, time, camera, software, comments, hidden files - is in none of the
 * parts, and nothing that stands behind its end.
 * @returns null when it is broken
 */
export async function pictureStructure(bytes: Uint8Array, type: ImageType): Promise<PictureStructure | null> {
  try {
    return await structures[type](bytes)
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
