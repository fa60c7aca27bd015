// How long a recording really is, for what costs by the second.
import { BrokenMedia, ByteReader, longPartsMax, type MediaSource } from './byte-reader.ts'
import { inspectSent } from './media-inspect.ts'
import { mp3Seconds } from './mp3-length.ts'
import { mp4Seconds } from './mp4-length.ts'
import { oggSeconds } from './ogg-length.ts'
import { wavSeconds } from './wav-length.ts'
import { webmSeconds } from './webm-length.ts'

/** The containers that browsers record, by detected type. */
const recorded = {
  'audio/webm': { type: 'audio/webm', secondsOf: webmSeconds },
  'video/webm': { type: 'audio/webm', secondsOf: webmSeconds },
  'audio/mp4': { type: 'audio/mp4', secondsOf: mp4Seconds },
  'audio/ogg': { type: 'audio/ogg', secondsOf: oggSeconds }
} as const

/** What else people keep sound in. */
const kept = [
  { type: 'audio/wav', secondsOf: wavSeconds },
  { type: 'audio/mpeg', secondsOf: mp3Seconds }
] as const

export interface Recording {
  type: (typeof recorded)[keyof typeof recorded]['type'] | (typeof kept)[number]['type']
  /** What its header says or what is in it, whichever is longer. Above zero. */
  seconds: number
}

/**
 * @param source in memory: all of it is read
 * @param secondsEnough longer than this is too long, and then it does not matter how long
 * @returns null when it is not a recording of a browser, or its length is unknown
 * @throws only what `source.read` throws
 */
export async function inspectRecording(
  source: MediaSource,
  secondsEnough: number,
  partsMax?: number
): Promise<Recording | null> {
  const facts = await inspectSent(source)
  if (!facts || !Object.hasOwn(recorded, facts.type)) return null
  const { type, secondsOf } = recorded[facts.type as keyof typeof recorded]
  try {
    const played = await secondsOf(new ByteReader(source, partsMax), secondsEnough)
    // Without anything to play, what the header says is not about this file.
    return played === null || played === 0 ? null : { type, seconds: Math.max(played, facts.durationSeconds ?? 0) }
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}

/**
 * The same of any sound that is sent to be written down, up to hours of it: also WAV and MP3. Not FLAC and Vorbis, whose packets do not say
 * how long they are.
 */
export async function inspectSound(source: MediaSource, secondsEnough: number): Promise<Recording | null> {
  try {
    for (const { type, secondsOf } of kept) {
      const seconds = await secondsOf(new ByteReader(source, longPartsMax), secondsEnough)
      if (seconds !== null) return seconds > 0 ? { type, seconds } : null
    }
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
  return inspectRecording(source, secondsEnough, longPartsMax)
}
