// How long the sound of an Ogg recording is (RFC 3533, RFC 7845): what its packets of Opus say of themselves, whatever the positions of
// its pages are. Pages are checked by their checksums: behind a page that is wrong a player looks for the next one, also inside of it.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import { opusHeadBytes, opusSeconds } from './opus-length.ts'

const polynomial = 0x04c11db7
const table = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ polynomial : value << 1
  return value
})

const headBytes = 27
const sumAt = 22

/** Of a page, as if its own four bytes were zero. It is another one than that of PNG and ZIP, which reads bits backwards. */
export function oggChecksum(page: Uint8Array): number {
  let value = 0
  for (let at = 0; at < page.length; at += 1) {
    const byte = at >= sumAt && at < sumAt + 4 ? 0 : (page[at] ?? 0)
    value = (value << 8) ^ (table[(value >>> 24) ^ byte] ?? 0)
  }
  return value >>> 0
}

const flag = { continued: 1, first: 2 } as const

interface Stream {
  /** How many have begun. The first two describe the stream, and are no sound. */
  packets: number
  /** Whether the last packet of the page before goes on. */
  isOpen: boolean
}
const describing = 2

/** Where packets begin on a page, and whether its last one goes on. */
function packetsOf(page: Uint8Array, isContinued: boolean): { packets: Uint8Array[]; isOpen: boolean } {
  const segments = page[26] ?? 0
  const packets: Uint8Array[] = []
  let at = headBytes + segments
  let isOpen = isContinued
  for (const length of page.subarray(headBytes, headBytes + segments)) {
    if (!isOpen) packets.push(page.subarray(at, at + Math.min(length, opusHeadBytes)))
    isOpen = length === 255
    at += length
  }
  return { packets, isOpen }
}

const isOpusHead = (page: Uint8Array): boolean => {
  const start = headBytes + (page[26] ?? 0)
  return String.fromCharCode(...page.subarray(start, start + 8)) === 'OpusHead'
}

async function pageAt(reader: ByteReader, offset: number): Promise<Uint8Array> {
  const head = await reader.view(offset, headBytes)
  const segments = head.getUint8(26)
  const lengths = (await reader.from(offset + headBytes, segments)).subarray(0, segments)
  const length = headBytes + segments + lengths.reduce((sum, one) => sum + one, 0)
  const page = (await reader.from(offset, length)).subarray(0, length)
  const isPage = (await reader.text(offset, 4)) === 'OggS' && page[4] === 0
  if (!isPage || head.getUint32(sumAt, true) !== oggChecksum(page)) throw new BrokenMedia()
  return page
}

/** @returns null when it is no Ogg @throws BrokenMedia when it cannot be told */
export async function oggSeconds(reader: ByteReader): Promise<number | null> {
  if (reader.size < headBytes || (await reader.text(0, 4)) !== 'OggS') return null
  const streams = new Map<number, Stream>()
  let seconds = 0
  for (let offset = 0; offset < reader.size;) {
    const page = await pageAt(reader, offset)
    const flags = page[5] ?? 0
    const serial = new DataView(page.buffer, page.byteOffset).getUint32(14, true)
    const isFirst = (flags & flag.first) !== 0
    // Browsers record Opus; the length of other codecs cannot be read from the pages.
    if (isFirst && !isOpusHead(page)) throw new BrokenMedia()
    const stream: Stream | undefined = isFirst ? { packets: 0, isOpen: false } : streams.get(serial)
    const isContinued = (flags & flag.continued) !== 0
    if (!stream || stream.isOpen !== isContinued) throw new BrokenMedia()
    const { packets, isOpen } = packetsOf(page, isContinued)
    for (const packet of packets) {
      stream.packets += 1
      if (stream.packets > describing) seconds += opusSeconds(packet)
    }
    streams.set(serial, { ...stream, isOpen })
    offset += page.length
  }
  return seconds
}
