// What a picture tells about its maker is removed before it is stored or handed on. Its pixels are not touched, its
// colours stay as they were meant, and it stays the right way up.
import { joined } from './bytes.ts'
import { turnedJpeg } from './jpeg-metadata.ts'
import { type ImageType, type PictureStructure, pictureStructure } from './picture-structure.ts'
import { turnedPng } from './png-chunks.ts'
import { turnedWebp } from './webp-chunks.ts'

const turnings = { 'image/png': turnedPng, 'image/jpeg': turnedJpeg, 'image/webp': turnedWebp } satisfies Record<
  ImageType,
  unknown
>

/** The file of a picture without metadata, which keeps the way it is turned. */
export const bytesOfPicture = ({ orientation, parts }: PictureStructure, type: ImageType): Uint8Array<ArrayBuffer> =>
  joined(orientation === null ? parts : turnings[type](parts, orientation))

/**
 * The same picture without metadata and without anything behind its end.
 * @param type as `inspectMedia` tells it
 * @returns null when it is broken
 */
export async function withoutMetadata(bytes: Uint8Array, type: ImageType): Promise<Uint8Array<ArrayBuffer> | null> {
  const structure = await pictureStructure(bytes, type)
  return structure && bytesOfPicture(structure, type)
}
