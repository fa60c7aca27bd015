// The sampling rate of AAC in an MP4 (ISO/IEC 14496-1 and 14496-3), as its decoder is told it. What stands beside it in the file is only
// a hint.
import { BrokenMedia } from './byte-reader.ts'

const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350]
/** A rate that is written out. */
const ownRate = 15

const tag = { stream: 3, decoder: 4, configuration: 5 } as const
/** MPEG-4 sound. */
const objectType = 0x40
/** Low complexity, and what is added to it for low bit rates. Frames of these have 1024 samples at the rate that is returned. */
const knownTypes = new Set([2, 5, 29])

interface Descriptor {
  tag: number
  start: number
  end: number
}

function descriptorAt(bytes: Uint8Array, at: number): Descriptor {
  let length = 0
  for (let index = 1; index <= 4; index += 1) {
    const byte = bytes[at + index] ?? 0
    length = length * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    const start = at + index + 1
    if (start + length > bytes.length) break
    return { tag: bytes[at] ?? 0, start, end: start + length }
  }
  throw new BrokenMedia()
}

function expected(bytes: Uint8Array, at: number, wanted: number): Descriptor {
  const found = descriptorAt(bytes, at)
  if (found.tag !== wanted) throw new BrokenMedia()
  return found
}

/** @param esds the content of the box `esds` @throws BrokenMedia when it is no AAC as browsers record it */
export function aacRate(esds: Uint8Array): number {
  const stream = expected(esds, 4, tag.stream)
  // No flags: the stream depends on no other, has no address and no clock of its own.
  if (((esds[stream.start + 2] ?? 0) & 0xe0) !== 0) throw new BrokenMedia()
  const decoder = expected(esds, stream.start + 3, tag.decoder)
  if (esds[decoder.start] !== objectType) throw new BrokenMedia()
  const { start, end } = expected(esds, decoder.start + 13, tag.configuration)
  // Five bits of the kind, four of the rate, or 24 behind them.
  let bits = 0n
  for (let at = start; at < start + 5; at += 1) bits = bits * 256n + BigInt(at < end ? (esds[at] ?? 0) : 0)
  const kind = Number(bits >> 35n)
  const index = Number((bits >> 31n) & 15n)
  const rate = index === ownRate ? Number((bits >> 7n) & 0xffffffn) : rates[index]
  if (!knownTypes.has(kind) || !rate) throw new BrokenMedia()
  return rate
}
