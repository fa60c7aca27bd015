// How long the sound of a WAV is: all of its samples, by the rate at which they are played. Programs that write while they record leave
// the length of the samples open, and players look for more of them behind the first.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'

const plain = 1
/** Samples as numbers with a point, always of 32 bits here. */
const floating = 3
/** The kind of the samples stands further behind. */
const extensible = { kind: 0xfffe, kindAt: 24, bytes: 40 }
/** No sound has fewer or more: a claimed rate would make a minute a moment. */
const rates = { least: 4000, most: 192_000 }
const channelsMax = 8
const bitsMax = 32

/** Compressed sound would be longer than its bytes say. @throws BrokenMedia */
async function bytesPerSecondOf(reader: ByteReader, offset: number, size: number): Promise<number> {
  const format = await reader.view(offset, Math.max(16, Math.min(size, extensible.bytes)))
  const [kind, channels, bits] = [0, 2, 14].map((at) => format.getUint16(at, true)) as [number, number, number]
  const rate = format.getUint32(4, true)
  const isFull = kind === extensible.kind && size >= extensible.bytes
  const samples = isFull ? format.getUint16(extensible.kindAt, true) : kind
  const isSound =
    (samples === plain || (samples === floating && bits === bitsMax)) &&
    channels >= 1 &&
    channels <= channelsMax &&
    bits >= 8 &&
    bits <= bitsMax &&
    bits % 8 === 0 &&
    rate >= rates.least &&
    rate <= rates.most
  if (!isSound) throw new BrokenMedia()
  return (rate * channels * bits) / 8
}

/** @returns null when it is no WAV @throws BrokenMedia when it cannot be told */
export async function wavSeconds(reader: ByteReader): Promise<number | null> {
  if (reader.size < 12 || (await reader.text(0, 4)) !== 'RIFF' || (await reader.text(8, 4)) !== 'WAVE') return null
  let bytesPerSecond = 0
  let bytes = 0
  for (let offset = 12; offset + 8 <= reader.size;) {
    const name = await reader.text(offset, 4)
    const size = Math.min((await reader.view(offset + 4, 4)).getUint32(0, true), reader.size - offset - 8)
    // A second description would be that of other samples.
    if (name === 'fmt ' && bytesPerSecond > 0) throw new BrokenMedia()
    if (name === 'fmt ') bytesPerSecond = await bytesPerSecondOf(reader, offset + 8, size)
    // Left open by a program that was recording: all that follows is sound.
    if (name === 'data' && size === 0) return secondsOf(reader.size - offset - 8, bytesPerSecond)
    if (name === 'data') bytes += size
    offset += 8 + size + (size % 2)
  }
  return secondsOf(bytes, bytesPerSecond)
}

function secondsOf(bytes: number, bytesPerSecond: number): number {
  if (bytesPerSecond === 0 || bytes === 0) throw new BrokenMedia()
  return bytes / bytesPerSecond
}
