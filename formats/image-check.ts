// Checks, without decoding it, whether an image that a user sends can be drawn.
import { BrokenMedia, pixelWork } from './byte-reader.ts'
import { viewOf } from './bytes.ts'
import type { ImageType } from './picture-structure.ts'
import { hasRightChecksum, readPng } from './png-chunks.ts'
import { assertPixelCount } from './png-pixels.ts'
import { isAnimatedWebp, readWebp } from './webp-chunks.ts'

export type ImageFlaw = 'broken' | 'animated'

/** Printers' colour profiles have about two megabytes; a larger compressed one may be a decompression bomb. */
const profileBytesMax = 1024 * 1024

async function pngFlaw(bytes: Uint8Array): Promise<ImageFlaw | null> {
  const { header, chunks } = await readPng(bytes)
  if (chunks.some(({ name }) => name === 'acTL')) return 'animated'
  if (chunks.some(({ name, content }) => name === 'iCCP' && content.length > profileBytesMax)) return 'broken'
  const work = pixelWork()
  for (const chunk of chunks) if (!(await hasRightChecksum(chunk, work))) return 'broken'
  await assertPixelCount(header, chunks)
  return null
}

async function webpFlaw(bytes: Uint8Array): Promise<ImageFlaw | null> {
  const { chunks } = await readWebp(bytes)
  if (isAnimatedWebp(chunks)) return 'animated'
  const lossy = chunks.find(({ name }) => name === 'VP8 ')
  if (!lossy) return null
  // The frame tag holds the length of the first partition, which must fit into the frame.
  const tag = viewOf(lossy.content).getUint16(0, true) | ((lossy.content[2] ?? 0) << 16)
  return tag >>> 5 > lossy.content.length - 10 ? 'broken' : null
}

/**
 * The reason why an image is refused; null when it is fine.
 * @param type as found by `inspectMedia`, which has already checked a JPEG to its end
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
