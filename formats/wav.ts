// WAV: a RIFF file with the description of the sound and its samples. Only plain samples (PCM) are taken and made.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import type { MediaFacts } from './facts.ts'

const headerBytes = 44
const bytesPerSample = 2
const plain = 1

export async function inspectWav(reader: ByteReader): Promise<MediaFacts | null> {
  if (reader.size < 12) return null
  if ((await reader.text(0, 4)) !== 'RIFF' || (await reader.text(8, 4)) !== 'WAVE') return null
  let bytesPerSecond = 0
  for (let offset = 12; offset + 8 <= reader.size;) {
    const name = await reader.text(offset, 4)
    const size = (await reader.view(offset + 4, 4)).getUint32(0, true)
    if (name === 'fmt ') {
      const format = await reader.view(offset + 8, 16)
      if (format.getUint16(0, true) !== plain) throw new BrokenMedia()
      bytesPerSecond = format.getUint32(8, true)
    }
    if (name === 'data') {
      if (bytesPerSecond === 0 || size === 0 || offset + 8 + size > reader.size) throw new BrokenMedia()
      return { type: 'audio/wav', width: null, height: null, durationSeconds: size / bytesPerSecond }
    }
    // Parts have an even length; an odd one is followed by a byte that counts for nothing.
    offset += 8 + size + (size % 2)
  }
  throw new BrokenMedia()
}

/** What stands before the samples: one channel of 16 bits. @param dataBytes how many bytes of samples follow */
export function wavHeader(dataBytes: number, sampleRate: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(headerBytes)
  const view = new DataView(header.buffer)
  const write = (offset: number, text: string) => new TextEncoder().encodeInto(text, header.subarray(offset))
  write(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + dataBytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, plain, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * bytesPerSample, true)
  view.setUint16(32, bytesPerSample, true)
  view.setUint16(34, bytesPerSample * 8, true)
  write(36, 'data')
  view.setUint32(40, dataBytes, true)
  return header
}
