// Whether a file shows nothing, or cannot be heard: told by its pixels or its volume, never by what anybody says of it.
import type { MediaSource } from './byte-reader.ts'
import { isFlatJpeg } from './jpeg-flatness.ts'
import { isSilentMp3 } from './mp3-silence.ts'
import { isFlatPng } from './png-flatness.ts'
import { isSilentWav } from './wav-silence.ts'
import { isFlatWebp } from './webp-flatness.ts'

/** A JPEG is read as a whole. A longer one of any picture that is sold is not of one colour. */
const jpegBytesMax = 16 * 1024 * 1024

/**
 * @param type as found in the bytes
 * @returns null when it cannot be told: for films, for other formats, and for files that are broken
 */
export async function isEmptyMedia(type: string, source: MediaSource): Promise<boolean | null> {
  switch (type) {
    case 'image/png':
      return isFlatPng(source)
    case 'image/jpeg':
      return source.size > jpegBytesMax ? false : isFlatJpeg(await source.read(0, source.size))
    case 'image/webp':
      return isFlatWebp(source)
    case 'audio/mpeg':
      return isSilentMp3(source)
    case 'audio/wav':
      return isSilentWav(source)
    default:
      return null
  }
}
