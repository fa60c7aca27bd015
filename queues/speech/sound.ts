// The sound of a recording as it was ordered, from what the provider made: its speed, its format, its subtitles.
import { type Cue, cuesOf, movedCues } from '#domain/subtitles.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { framesOf } from '#formats/mp3-frames.ts'
import type { MediaOutput } from '#providers/media/media.ts'
import { stretched } from './stretch.ts'

/** Plain samples of one channel, 16 bits each: the best that the provider gives in every plan. */
export const sampleRate = 24_000
const bytesPerSample = 2
/** How much longer than the recording its words may be said to last. */
const cutSeconds = 0.5
const encodedKilobits = 64
/** A whole number of MP3 frames. */
const encodedAtOnce = 576 * 50

/** The options of a job, as its row has them. */
interface Row {
  options: Readonly<Record<string, string | number>>
}

export interface Ordered {
  format: 'mp3' | 'wav'
  /** How much faster the recording is than the provider can speak. */
  tempo: number
  /** The provider's name for what it is to send. */
  outputFormat: string
}

/** What was ordered. Rows from before there was a choice are MP3 at the provider's speed. */
export function orderedSound({ options }: Row): Ordered {
  const format = options['format'] === 'wav' ? 'wav' : 'mp3'
  const tempo = Number(options['tempo'] ?? 1)
  const isAsMade = format === 'mp3' && tempo === 1
  return { format, tempo, outputFormat: isAsMade ? 'mp3_44100_128' : `pcm_${sampleRate}` }
}

/** Sound that can be joined to others of the same order: MP3 frames, or samples. */
export interface Sound {
  bytes: Uint8Array<ArrayBuffer>
  durationSeconds: number
  cues: Cue[]
}

/** The encoder is large and seldom needed, so it is loaded here. */
async function encoded(samples: Int16Array): Promise<Uint8Array<ArrayBuffer>> {
  const { Mp3Encoder } = await import('@breezystack/lamejs')
  const encoder = new Mp3Encoder(1, sampleRate, encodedKilobits)
  const pieces: Uint8Array[] = []
  for (let from = 0; from < samples.length; from += encodedAtOnce)
    pieces.push(encoder.encodeBuffer(samples.subarray(from, from + encodedAtOnce)))
  pieces.push(encoder.flush())
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.length
  }
  return bytes
}

async function framesSound(bytes: Uint8Array<ArrayBuffer>): Promise<Omit<Sound, 'cues'> | null> {
  const facts = await inspectMedia(sourceOf(bytes))
  if (facts?.type !== 'audio/mpeg' || facts.durationSeconds === null) return null
  return { bytes: framesOf(bytes), durationSeconds: facts.durationSeconds }
}

async function samplesSound(
  bytes: Uint8Array<ArrayBuffer>,
  { format, tempo }: Ordered
): Promise<Omit<Sound, 'cues'> | null> {
  if (bytes.length < bytesPerSample || bytes.length % bytesPerSample !== 0) return null
  // A copy: samples must begin at an even address.
  const made = new Int16Array(bytes.slice().buffer)
  const samples = tempo === 1 ? made : stretched(made, sampleRate, tempo)
  // Encoding adds some silence: what is joined behind it begins that much later.
  if (format === 'mp3') return framesSound(await encoded(samples))
  return { bytes: new Uint8Array(samples.buffer), durationSeconds: samples.length / sampleRate }
}

/** Makes the ordered sound of what the provider sent; null when that is broken. */
export async function soundOf(row: Row, output: Extract<MediaOutput, { kind: 'bytes' }>): Promise<Sound | null> {
  const ordered = orderedSound(row)
  const isAsMade = ordered.outputFormat.startsWith('mp3')
  const sound = await (isAsMade ? framesSound(output.bytes) : samplesSound(output.bytes, ordered))
  if (sound === null) return null
  const cues = output.timing ? movedCues(cuesOf(output.timing), { tempo: ordered.tempo, by: 0 }) : []
  // Samples have no structure that shows where they were cut; the times do.
  if ((cues.at(-1)?.end ?? 0) > sound.durationSeconds + cutSeconds) return null
  return { ...sound, cues }
}
