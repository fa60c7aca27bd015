// Makes the ordered sound of a recording from the provider's: its speed, its format, its subtitles. The caller passes in the
// encoder, which works for seconds.
import { type Cue, cuesOf, movedCues } from '#domain/subtitles.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { framesOf } from '#formats/mp3-frames.ts'
import type { MediaOutput } from '#providers/media/media.ts'
import { stretched } from './stretch.ts'

/** Plain samples of one channel, 16 bits each: the best that the provider gives in every plan. */
export const sampleRate = 24_000
const bytesPerSample = 2
/** How far the provider's times may exceed the recording, and how much silence an encoder may add. */
const cutSeconds = 0.5
export const encodedKilobits = 64

/** The options of a job, as its row has them. */
interface Row {
  options: Readonly<Record<string, string | number>>
}

export interface Ordered {
  format: 'mp3' | 'wav'
  /** How much faster the recording is than the provider can speak. */
  tempo: number
  /** The provider's name of the format that it sends. */
  outputFormat: string
}

/** The ordered sound. Without a `tempo` it has the provider's speed. */
export function orderedSound({ options }: Row): Ordered {
  const format = options['format'] === 'wav' ? 'wav' : 'mp3'
  const tempo = Number(options['tempo'] ?? 1)
  const isAsMade = format === 'mp3' && tempo === 1
  return { format, tempo, outputFormat: isAsMade ? 'mp3_44100_128' : `pcm_${sampleRate}` }
}

/** Whether the file is encoded here: the provider has no MP3 of this speed. */
export function isEncodedHere(row: Row): boolean {
  const { format, outputFormat } = orderedSound(row)
  return format === 'mp3' && !outputFormat.startsWith('mp3')
}

/** Sound that can be joined to others of the same order: MP3 frames, or samples. */
export interface Sound {
  bytes: Uint8Array<ArrayBuffer>
  durationSeconds: number
  cues: Cue[]
}

async function framesSound(bytes: Uint8Array<ArrayBuffer>): Promise<Omit<Sound, 'cues'> | null> {
  const facts = await inspectMedia(sourceOf(bytes))
  if (facts?.type !== 'audio/mpeg' || facts.durationSeconds === null) return null
  return { bytes: framesOf(bytes), durationSeconds: facts.durationSeconds }
}

function samplesSound(bytes: Uint8Array<ArrayBuffer>, tempo: number): Omit<Sound, 'cues'> | null {
  if (bytes.length < bytesPerSample || bytes.length % bytesPerSample !== 0) return null
  // A copy: samples must begin at an even address.
  const made = new Int16Array(bytes.slice().buffer)
  const samples = tempo === 1 ? made : stretched(made, sampleRate, tempo)
  return { bytes: new Uint8Array(samples.buffer), durationSeconds: samples.length / sampleRate }
}

/**
 * Gives the provider's sound the ordered speed; returns samples when the order is encoded here.
 * @returns null when the provider's sound is broken
 */
export async function soundOf(row: Row, output: Extract<MediaOutput, { kind: 'bytes' }>): Promise<Sound | null> {
  const { outputFormat, tempo } = orderedSound(row)
  const sound = await (outputFormat.startsWith('mp3') ? framesSound(output.bytes) : samplesSound(output.bytes, tempo))
  if (sound === null) return null
  const cues = output.timing ? movedCues(cuesOf(output.timing), { tempo, by: 0 }) : []
  // The samples do not show whether any are missing; the times do.
  if ((cues.at(-1)?.end ?? 0) > sound.durationSeconds + cutSeconds) return null
  return { ...sound, cues }
}

/**
 * The MP3 frames of samples. An encoder adds some silence: the next part begins that much later.
 * @param encode throws when no encoder is available
 * @returns null when the result is not this sound
 */
export async function encodedSound(
  { bytes, durationSeconds, cues }: Sound,
  encode: (samples: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer> | null>
): Promise<Sound | null> {
  const encoded = await encode(bytes)
  const sound = encoded && (await framesSound(encoded))
  if (!sound || Math.abs(sound.durationSeconds - durationSeconds) > cutSeconds) return null
  return { ...sound, cues }
}
