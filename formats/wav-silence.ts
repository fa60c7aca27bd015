// Whether a recording of plain samples, as the voices are made, is silent.
import type { MediaSource } from './byte-reader.ts'
import { headerBytes } from './wav.ts'

/** Of 16 bits: 60 dB below full scale. A voice is a hundred times louder. */
const silentBelow = 33
/** The share of samples that must be silent: a short word in a long pause is a voice. */
const silentShare = 0.995
const chunkBytes = 256 * 1024

/** For files with one channel of 16 bits and nothing between header and samples (`wavHeader`). */
export async function isSilentWav(source: MediaSource): Promise<boolean> {
  let loud = 0
  for (let offset = headerBytes; offset < source.size; offset += chunkBytes) {
    const bytes = await source.read(offset, Math.min(chunkBytes, source.size - offset))
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + 2 <= bytes.byteLength; at += 2)
      if (Math.abs(view.getInt16(at, true)) >= silentBelow) loud += 1
  }
  return loud <= ((source.size - headerBytes) / 2) * (1 - silentShare)
}
