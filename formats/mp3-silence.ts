// Whether an MP3 is silent, told by what each half frame says about itself, without decoding it: its volume, and how large
// its values can be at most (ISO 11172-3, 2.4.1.7; ISO 13818-3 for the lower sample rates).
import { BrokenMedia, ByteReader, type MediaSource } from './byte-reader.ts'
import { readMp3Frame, startOfFrames } from './mp3.ts'

/** Of full scale: 60 dB below it. A voice is a hundred times louder. */
const silentBelow = 0.001
/** The share of half frames that must be silent: a short word in a long pause is a voice. */
const silentShare = 0.995

/** The largest value that each Huffman table codes; 16 and above add bits for larger ones. */
const largestOfTable = [0, 1, 2, 2, 0, 3, 3, 5, 5, 5, 7, 7, 7, 15, 0, 15]
const extraBits = [1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13]
/** The volume at which a value of 1 is full scale. */
const fullGain = 210

const largestOf = (table: number): number =>
  table < 16 ? (largestOfTable[table] ?? 0) : 15 + (1 << (extraBits[table - 16] ?? 13)) - 1

/** Reads numbers of a few bits each. */
class SideBits {
  readonly #bytes: Uint8Array
  #bit = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  take(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++, this.#bit++)
      value = (value << 1) | (((this.#bytes[this.#bit >> 3] ?? 0) >> (7 - (this.#bit & 7))) & 1)
    return value
  }
}

/** The loudest that one half frame of one channel can be, as a share of full scale. */
function peakOf(bits: SideBits, isMpeg1: boolean): number {
  const length = bits.take(12)
  const bigValues = bits.take(9)
  const gain = bits.take(8)
  bits.take(isMpeg1 ? 4 : 9)
  const isSwitched = bits.take(1) === 1
  if (isSwitched) bits.take(3)
  const tables = Array.from({ length: isSwitched ? 2 : 3 }, () => bits.take(5))
  bits.take(isSwitched ? 9 : 7)
  bits.take(isMpeg1 ? 3 : 2)
  if (length === 0) return 0
  // Behind the big values come ones.
  const largest = bigValues === 0 ? 1 : Math.max(1, ...tables.map(largestOf))
  return largest ** (4 / 3) * 2 ** ((gain - fullGain) / 4)
}

function peaksOf(side: Uint8Array, isMpeg1: boolean, channels: number): number[] {
  const bits = new SideBits(side)
  if (isMpeg1) bits.take(9 + (channels === 1 ? 5 : 3) + 4 * channels)
  else bits.take(8 + (channels === 1 ? 1 : 2))
  return Array.from({ length: (isMpeg1 ? 2 : 1) * channels }, () => peakOf(bits, isMpeg1))
}

/** @returns null for what is no complete MP3 */
export async function isSilentMp3(source: MediaSource): Promise<boolean | null> {
  try {
    const reader = new ByteReader(source)
    if (reader.size < 4) return null
    let silent = 0
    let all = 0
    for (let offset = await startOfFrames(reader); offset + 4 <= reader.size;) {
      const header = (await reader.view(offset, 4)).getUint32(0)
      const frame = readMp3Frame(header)
      if (!frame || offset + frame.bytes > reader.size) break
      const isMpeg1 = ((header >>> 19) & 3) === 3
      const channels = ((header >>> 6) & 3) === 3 ? 1 : 2
      const hasChecksum = ((header >>> 16) & 1) === 0
      const sideBytes = isMpeg1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17
      const side = (await reader.from(offset + 4 + (hasChecksum ? 2 : 0), sideBytes)).subarray(0, sideBytes)
      for (const peak of peaksOf(side, isMpeg1, channels)) {
        all += 1
        if (peak < silentBelow) silent += 1
      }
      offset += frame.bytes
    }
    return all === 0 ? null : silent >= silentShare * all
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
