// Speech in five voices: one sentence each, made with espeak-ng 1.51 and ffmpeg (44.1 kHz, mono, 64 kbit/s), repeated
// for as long as the text would take. The files consist of MP3 frames only, and no frame uses bits of another (bit
// reservoir off), so they can be joined and cut between any two frames.
import { readFileSync } from 'node:fs'
import { flawIn, silentFrame } from './flaws.ts'

const FRAME_SECONDS = 1152 / 44_100
const BIT_RATE = 64_000
const CHARACTERS_A_SECOND = 15

/** The provider's voice ids, by file name. */
export const VOICES: Readonly<Record<string, string>> = {
  EXAVITQu4vr4xnSDxMaL: 'sarah',
  JBFqnCBsd6RMkjVDRZzb: 'george',
  pFZP5JQG7iQjIQuC4Bku: 'lily',
  onwK4e9ZLuTAKqWW03F9: 'daniel',
  nPczCjzI2devNBz1zQrb: 'brian'
}

const samples = new Map<string, Uint8Array[]>()

/** An MP3 file that lasts as long as reading the text takes at this speed. */
export function speak(text: string, voice: string, speed: number): Uint8Array<ArrayBuffer> {
  const frames = samples.get(voice) ?? framesOf(readFileSync(new URL(`voices/${voice}.mp3`, import.meta.url)))
  samples.set(voice, frames)
  const count = Math.round(text.length / CHARACTERS_A_SECOND / speed / FRAME_SECONDS)
  // An odd number of frames: half of the file then ends inside a frame, so a check can see that it is truncated.
  const isSilent = flawIn(text) === 'silent'
  const silence = silentFrame()
  const spoken = Array.from({ length: count | 1 }, (_, index) =>
    isSilent ? silence : (frames[index % frames.length] ?? silence)
  )
  return new Uint8Array(Buffer.concat(spoken))
}

function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let offset = 0; offset + 4 <= bytes.length;) {
    const padding = ((bytes[offset + 2] ?? 0) >> 1) & 1
    const length = Math.floor((144 * BIT_RATE) / 44_100) + padding
    frames.push(bytes.subarray(offset, offset + length))
    offset += length
  }
  return frames
}
