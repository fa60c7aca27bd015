// What a file is, told by nothing but its bytes: what a provider or a browser says about it is not believed.
import { BrokenMedia, ByteReader, type MediaSource } from './byte-reader.ts'
import type { Inspector, MediaFacts } from './facts.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectMp3 } from './mp3.ts'
import { inspectMp4 } from './mp4.ts'
import { inspectOgg } from './ogg.ts'
import { inspectPng } from './png.ts'
import { inspectWav } from './wav.ts'
import { inspectWebm } from './webm.ts'
import { inspectWebp } from './webp.ts'

export { type MediaSource, sourceOf } from './byte-reader.ts'
export type { MediaFacts } from './facts.ts'

const inspectors: readonly Inspector[] = [
  inspectPng,
  inspectJpeg,
  inspectWebp,
  inspectMp4,
  inspectWebm,
  inspectOgg,
  inspectWav,
  inspectMp3
]

async function inspect(source: MediaSource, isSent: boolean): Promise<MediaFacts | null> {
  try {
    for (const inspector of inspectors) {
      const found = await inspector(new ByteReader(source), isSent)
      if (found) return found
    }
    return null
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}

/**
 * Reads headers and structure, never pixels or samples. Strict about the end of a file, because a result that was cut must not be paid
 * for.
 * @returns null for anything unknown, truncated or broken
 * @throws only what `source.read` throws
 */
export const inspectMedia = (source: MediaSource): Promise<MediaFacts | null> => inspect(source, false)

/**
 * The same for what a user sends, on every way in: browsers and players open files whose end is missing or followed by something else.
 * Whether the pixels of a picture are all there is told by `checkImage`, and `cleanFilm` makes a film end where it should.
 */
export const inspectSent = (source: MediaSource): Promise<MediaFacts | null> => inspect(source, true)
