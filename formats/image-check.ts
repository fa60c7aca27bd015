// Checks, without decoding it, whether an image that a user sends can be drawn, and makes of it what is stored and handed on: the same
// pixels in a file that is right in every part. Every way in takes what browsers show, and no more.
import { BrokenMedia, pixelWork } from './byte-reader.ts'
import { viewOf } from './bytes.ts'
import type { PictureSize, PictureStructure } from './facts.ts'
import { bytesOfPicture } from './image-metadata.ts'
import { jpegStructure } from './jpeg-metadata.ts'
import { isOnItsSide } from './orientation.ts'
import type { ImageType } from './picture-structure.ts'
import { hasRightChecksum, isCritical, keptChunks, pngPicture, readPng } from './png-chunks.ts'
import { mendedPixels, pixelsToMend } from './png-pixels.ts'
import { isAnimatedWebp, readWebp, webpStructure } from './webp-chunks.ts'

export type ImageFlaw = 'broken' | 'animated'

/** Printers' colour profiles have about two megabytes; a larger compressed one may be a decompression bomb. */
const profileBytesMax = 1024 * 1024

/** Chromium draws nothing of a PNG with a wrong checksum over what the picture is made of, and does not look at that of its end. */
async function checkPng(bytes: Uint8Array): Promise<PictureStructure | ImageFlaw> {
  const png = await readPng(bytes)
  const { header, chunks, packed, isEnded } = png
  if (chunks.some(({ name }) => name === 'acTL')) return 'animated'
  if (chunks.some(({ name, content }) => name === 'iCCP' && content.length > profileBytesMax)) return 'broken'
  const work = pixelWork()
  const needed = chunks.filter((chunk) => keptChunks.has(chunk.name) && isCritical(chunk))
  for (const chunk of needed) if (!(await hasRightChecksum(chunk, work))) return 'broken'
  return pngPicture(png, await (isEnded ? pixelsToMend : mendedPixels)(header, packed))
}

async function checkWebp(bytes: Uint8Array): Promise<PictureStructure | ImageFlaw> {
  const { chunks } = await readWebp(bytes)
  if (isAnimatedWebp(chunks)) return 'animated'
  const lossy = chunks.find(({ name }) => name === 'VP8 ')
  if (lossy) {
    // The frame tag holds the length of the first partition, which must fit into the frame.
    const tag = viewOf(lossy.content).getUint16(0, true) | ((lossy.content[2] ?? 0) << 16)
    if (tag >>> 5 > lossy.content.length - 10) return 'broken'
  }
  return webpStructure(bytes)
}

const checks = { 'image/png': checkPng, 'image/jpeg': jpegStructure, 'image/webp': checkWebp } satisfies Record<
  ImageType,
  unknown
>

export interface CheckedImage extends PictureSize {
  /** Well formed, and without anything that tells about its maker. */
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * The image as it is stored and handed on, with its size as it is seen: the right way up. Otherwise the reason why it is refused.
 * @param type as found by `inspectSent`
 */
export async function checkImage(bytes: Uint8Array, type: ImageType): Promise<CheckedImage | ImageFlaw> {
  try {
    const checked = await checks[type](bytes)
    if (typeof checked === 'string') return checked
    const { width, height, orientation } = checked
    const size = isOnItsSide(orientation) ? { width: height, height: width } : { width, height }
    return { ...size, bytes: bytesOfPicture(checked, type) }
  } catch (error) {
    if (error instanceof BrokenMedia) return 'broken'
    throw error
  }
}
