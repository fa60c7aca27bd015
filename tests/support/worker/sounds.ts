// Sound for calls that write it down.
import { toFile } from 'openai'
import { wavHeader } from '#formats/wav.ts'

const rate = 8000

/** Silence of so many seconds. */
export function wavOf(seconds: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + Math.round(seconds * rate) * 2)
  bytes.set(wavHeader(bytes.length - 44, rate))
  return bytes
}

/** As the SDK sends a file: without a type. */
export const fileOf = (bytes: Uint8Array, name = 'recording.bin') => toFile(bytes, name)
