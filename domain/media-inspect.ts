// Detects a file's type from its bytes alone: the type that a provider or a browser states is not trusted.
import { BrokenMedia, ByteReader, type MediaSource } from './media/byte-reader.ts'
import type { Inspector, MediaFacts } from './media/facts.ts'
import { inspectJpeg } from './media/jpeg.ts'
import { inspectMp3 } from './media/mp3.ts'
import { inspectMp4 } from './media/mp4.ts'
import { inspectOgg } from './media/ogg.ts'
import { inspectPng } from './media/png.ts'
import { inspectWebm } from './media/webm.ts'
import { inspectWebp } from './media/webp.ts'

export type { MediaSource } from './media/byte-reader.ts'
export type { MediaFacts } from './media/facts.ts'

const inspectors: readonly Inspector[] = [
  inspectPng,
  inspectJpeg,
  inspectWebp,
  inspectMp4,
  inspectWebm,
  inspectOgg,
  inspectMp3
]

/** A file in memory. */
export const sourceOf = (bytes: Uint8Array): MediaSource => ({
  size: bytes.length,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length))
})

/**
 * Reads headers and structure, never pixels or samples.
 * @returns null for anything unknown, truncated or broken
 * @throws only what `source.read` throws
 */
export async function inspectMedia(source: MediaSource): Promise<MediaFacts | null> {
  try {
    for (const inspect of inspectors) {
      const found = await inspect(new ByteReader(source))
      if (found) return found
    }
    return null
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
