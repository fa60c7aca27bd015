// Speech in the provider's ready voices: one sentence each, made with espeak-ng 1.51 and ffmpeg (44.1 kHz, mono,
// 64 kbit/s), repeated for as long as the text would take; the later ones are the first five with another pitch. The
// files consist of MP3 frames only, so they can be joined and cut between any two frames. As plain samples a voice hums.
import { readFileSync } from 'node:fs'

const FRAME_SECONDS = 1152 / 44_100
const BIT_RATE = 64_000
const FRAME_HEADER_BYTES = 4

/** The provider's voice ids, by file name. */
export const VOICES: Readonly<Record<string, string>> = {
  EXAVITQu4vr4xnSDxMaL: 'sarah',
  JBFqnCBsd6RMkjVDRZzb: 'george',
  pFZP5JQG7iQjIQuC4Bku: 'lily',
  onwK4e9ZLuTAKqWW03F9: 'daniel',
  nPczCjzI2devNBz1zQrb: 'brian',
  Xb7hH8MSUJpSbSDYk0k2: 'alice',
  hpp4J3VqNfWAUOO0d1Us: 'bella',
  cgSgspJ2msm6clMCkdW9: 'jessica',
  FGY2WhTYpPnrIDTdsKH5: 'laura',
  XrExE9yKIg1WjnnlVkGX: 'matilda',
  pNInz6obpgDQGcFmaJgB: 'adam',
  pqHfZKP75CvOlQylNhV4: 'bill',
  N2lVS1w4EtoT3dr4eOWO: 'callum',
  IKne3meq5aSn9XLyUdCD: 'charlie',
  iP95p4xoKVk53GoZ742B: 'chris',
  cjVigY5qzO86Huf0OWal: 'eric',
  SOYHLrjzK2X1ezoPC6cr: 'harry',
  TX3LPaxmHKxFdv7VOQHJ: 'liam',
  CwhRBWXzGAHq8TQ4Fs17: 'roger',
  bIHbv24MWmeRgasZH58o: 'will',
  SAz9YHcvj6GT2YYXdXww: 'river'
}

interface Spoken {
  character: string
  start: number
  end: number
  isSilent: boolean
}

const BREAK = /<break time="([\d.]+)s" ?\/>/g

/** When each character is spoken, in seconds. The first character of a break takes all of its time. */
export function spokenOf(text: string, charactersASecond: number): Spoken[] {
  const breaks = new Map([...text.matchAll(BREAK)].map(({ index, 0: tag, 1: seconds }) => [index, { tag, seconds }]))
  const spoken: Spoken[] = []
  let time = 0
  const add = (character: string, seconds: number, isSilent: boolean) => {
    spoken.push({ character, start: time, end: time + seconds, isSilent })
    time += seconds
  }
  for (let at = 0; at < text.length;) {
    const found = breaks.get(at)
    if (found)
      for (const [index, one] of [...found.tag].entries()) add(one, index === 0 ? Number(found.seconds) : 0, true)
    else add(text.charAt(at), 1 / charactersASecond, false)
    at += found?.tag.length ?? 1
  }
  return spoken
}

const lengthOf = (spoken: readonly Spoken[]): number => spoken.at(-1)?.end ?? 0

const samples = new Map<string, Uint8Array[]>()

/** An MP3 file that lasts as long as reading the text takes. */
export function speak(spoken: readonly Spoken[], voice: string): Uint8Array<ArrayBuffer> {
  const frames = samples.get(voice) ?? framesOf(readFileSync(new URL(`voices/${voice}.mp3`, import.meta.url)))
  samples.set(voice, frames)
  const count = Math.round(lengthOf(spoken) / FRAME_SECONDS)
  const silences = spoken.filter(({ isSilent, start, end }) => isSilent && end > start)
  // An odd number of frames: half of the file then ends inside a frame, so a check can see that it is truncated.
  const made = Array.from({ length: count | 1 }, (_, index) => {
    const frame = frames[index % frames.length] ?? new Uint8Array(0)
    const time = index * FRAME_SECONDS
    return silences.some(({ start, end }) => time >= start && time < end) ? silent(frame) : frame
  })
  return new Uint8Array(Buffer.concat(made))
}

/** A frame of the same length whose sound is all zeros. */
function silent(frame: Uint8Array): Uint8Array {
  const quiet = new Uint8Array(frame.length)
  quiet.set(frame.subarray(0, FRAME_HEADER_BYTES))
  return quiet
}

/** The pitch in Hz at which a voice hums: its own. */
const pitchOf = (voice: string) => 95 + (Object.values(VOICES).indexOf(voice) + 1) * 7

const LOUDNESS = 9000
const VOWELS = 'аеёиоуыэюяaeiouy'

/** The same as plain samples, 16 bits, one channel: a hum that opens at vowels and closes between words. */
export function hum(spoken: readonly Spoken[], voice: string, sampleRate: number): Uint8Array<ArrayBuffer> {
  const wave = new Int16Array(Math.round(lengthOf(spoken) * sampleRate))
  const pitch = pitchOf(voice)
  for (const { character, start, end, isSilent } of spoken) {
    if (isSilent || /[\s.,!?]/.test(character)) continue
    const open = VOWELS.includes(character.toLowerCase()) ? 1 : 0.4
    const colour = 2 + (character.charCodeAt(0) % 5)
    const last = Math.min(wave.length, Math.round(end * sampleRate))
    for (let at = Math.round(start * sampleRate); at < last; at++) {
      const phase = (2 * Math.PI * pitch * at) / sampleRate
      wave[at] = Math.round(LOUDNESS * open * (0.6 * Math.sin(phase) + 0.3 * Math.sin(colour * phase)))
    }
  }
  return new Uint8Array(wave.buffer)
}

function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let offset = 0; offset + FRAME_HEADER_BYTES <= bytes.length;) {
    const padding = ((bytes[offset + 2] ?? 0) >> 1) & 1
    const length = Math.floor((144 * BIT_RATE) / 44_100) + padding
    frames.push(bytes.subarray(offset, offset + length))
    offset += length
  }
  return frames
}
