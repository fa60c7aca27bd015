// Whether a picture that somebody sends can be drawn, as far as that can be told without drawing it.
import { BrokenMedia } from './byte-reader.ts'
import { viewOf } from './bytes.ts'
import type { ImageType } from './picture-structure.ts'
import { hasRightChecksum, readPng } from './png-chunks.ts'
import { expectPixels } from './png-pixels.ts'
import { isAnimatedWebp, readWebp } from './webp-chunks.ts'

export type ImageFlaw = 'broken' | 'animated'

/** Printers have profiles of two megabytes; a packed one that is larger than this is a trap for whoever unpacks it. */
const profileBytesMax = 1024 * 1024

async function pngFlaw(bytes: Uint8Array): Promise<ImageFlaw | null> {
  const { header, chunks } = await readPng(bytes)
  if (chunks.some(({ name }) => name === 'acTL')) return 'animated'
  if (chunks.some(({ name, content }) => name === 'iCCP' && content.length > profileBytesMax)) return 'broken'
  if (!chunks.every(hasRightChecksum)) return 'broken'
  await expectPixels(header, chunks)
  return null
}

async function webpFlaw(bytes: Uint8Array): Promise<ImageFlaw | null> {
  const { chunks } = await readWebp(bytes)
  if (isAnimatedWebp(chunks)) return 'animated'
  const lossy = chunks.find(({ name }) => name === 'VP8 ')
  if (!lossy) return null
  // The frame's tag holds the length of its first partition, which is inside the frame.
  const tag = viewOf(lossy.content).getUint16(0, true) | ((lossy.content[2] ?? 0) << 16)
  return tag >>> 5 > lossy.content.length - 10 ? 'broken' : null
}

/**
 * What keeps a picture from being taken; null when nothing does.
 * @param type as `inspectMedia` tells it, which has walked a JPEG to its end
 */
export async function imageFlaw(bytes: Uint8Array, type: ImageType): Promise<ImageFlaw | null> {
  try {
    if (type === 'image/png') return await pngFlaw(bytes)
    return type === 'image/webp' ? await webpFlaw(bytes) : null
  } catch (error) {
    if (error instanceof BrokenMedia) return 'broken'
    throw error
  }
}
