// How long a recording of a browser really is, for what costs by the second.
import { BrokenMedia, ByteReader, type MediaSource } from './byte-reader.ts'
import { inspectSent } from './media-inspect.ts'
import { mp4Seconds } from './mp4-length.ts'
import { oggSeconds } from './ogg-length.ts'
import { webmSeconds } from './webm-length.ts'

/** The containers that browsers record, by detected type. */
const recorded = {
  'audio/webm': { type: 'audio/webm', secondsOf: webmSeconds },
  'video/webm': { type: 'audio/webm', secondsOf: webmSeconds },
  'audio/mp4': { type: 'audio/mp4', secondsOf: mp4Seconds },
  'audio/ogg': { type: 'audio/ogg', secondsOf: oggSeconds }
} as const

export interface Recording {
  type: 'audio/webm' | 'audio/mp4' | 'audio/ogg'
  /** What its header says or what is in it, whichever is longer. Above zero. */
  seconds: number
}

/**
 * @param source in memory: all of it is read
 * @param secondsEnough longer than this is too long, and then it does not matter how long
 * @returns null when it is not a recording of a browser, or its length is unknown
 * @throws only what `source.read` throws
 */
export async function inspectRecording(source: MediaSource, secondsEnough: number): Promise<Recording | null> {
  const facts = await inspectSent(source)
  if (!facts || !Object.hasOwn(recorded, facts.type)) return null
  const { type, secondsOf } = recorded[facts.type as keyof typeof recorded]
  try {
    const played = await secondsOf(new ByteReader(source), secondsEnough)
    // Without anything to play, what the header says is not about this file.
    return played === null || played === 0 ? null : { type, seconds: Math.max(played, facts.durationSeconds ?? 0) }
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
