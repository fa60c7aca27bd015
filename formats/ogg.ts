// Ogg (RFC 3533): pages with a table of their segments. Firefox records Opus (RFC 7845), which always counts 48,000
// samples a second; Vorbis states its rate.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import type { MediaFacts } from './facts.ts'

const opusRate = 48_000
const firstPage = 0x02

async function rateOf(reader: ByteReader, packet: number): Promise<{ rate: number; skipped: number } | null> {
  const start = await reader.text(packet, Math.min(8, reader.size - packet))
  if (start === 'OpusHead') return { rate: opusRate, skipped: (await reader.view(packet + 10, 2)).getUint16(0, true) }
  if (!start.startsWith('\u0001vorbis')) return null
  const rate = (await reader.view(packet + 12, 4)).getUint32(0, true)
  if (rate === 0) throw new BrokenMedia()
  return { rate, skipped: 0 }
}

/** The sample count of a page; a page on which no packet ends has all one bits, which counts as 0. */
function positionOf(page: DataView): number {
  const high = page.getInt32(10, true)
  return high < 0 ? 0 : high * 2 ** 32 + page.getUint32(6, true)
}

export async function inspectOgg(reader: ByteReader): Promise<MediaFacts | null> {
  if (reader.size < 27 || (await reader.text(0, 4)) !== 'OggS') return null

  let sound: { rate: number; skipped: number } | null = null
  let position = 0
  for (let offset = 0; offset < reader.size;) {
    const page = await reader.view(offset, 27)
    if ((await reader.text(offset, 4)) !== 'OggS' || page.getUint8(4) !== 0) throw new BrokenMedia()
    const segments = page.getUint8(26)
    const table = (await reader.from(offset + 27, segments)).subarray(0, segments)
    const content = offset + 27 + segments
    if (offset === 0) {
      if ((page.getUint8(5) & firstPage) === 0) throw new BrokenMedia()
      sound = await rateOf(reader, content)
      if (!sound) return null
    }
    position = Math.max(position, positionOf(page))
    offset = content + table.reduce((sum, length) => sum + length, 0)
    if (offset > reader.size) throw new BrokenMedia()
  }
  const seconds = sound ? (position - sound.skipped) / sound.rate : 0
  return { type: 'audio/ogg', width: null, height: null, durationSeconds: seconds > 0 ? seconds : null }
}
