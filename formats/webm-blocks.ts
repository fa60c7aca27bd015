// The packets in a block of WebM (RFC 9559, section 10.3): one, or several that are laced together.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import { numberAt } from './ebml.ts'

interface Span {
  start: number
  end: number
}

interface Block {
  track: number
  /** Relative to its cluster. */
  ticks: number
  packets: Span[]
}

type SizesOf = (reader: ByteReader, span: Span, count: number) => Promise<{ sizes: number[]; start: number }>

/** Each size is the sum of bytes up to the first below 255. The last packet has none: it is what is left. */
const xiphSizes: SizesOf = async (reader, { start }, count) => {
  const sizes: number[] = []
  let at = start
  while (sizes.length < count - 1) {
    let size = 0
    for (let byte = 255; byte === 255; at += 1) {
      byte = (await reader.view(at, 1)).getUint8(0)
      size += byte
    }
    sizes.push(size)
  }
  return { sizes, start: at }
}

/** The first size, and the difference of each to the one before it. */
const ebmlSizes: SizesOf = async (reader, { start }, count) => {
  const sizes: number[] = []
  let at = start
  while (sizes.length < count - 1) {
    const { value, length } = await numberAt(reader, at, false, 8)
    const before = sizes.at(-1)
    sizes.push(before === undefined ? value : before + value - (2 ** (7 * length - 1) - 1))
    at += length
  }
  return { sizes, start: at }
}

const equalSizes: SizesOf = async (_, { start, end }, count) => {
  const size = (end - start) / count
  if (!Number.isInteger(size)) throw new BrokenMedia()
  return { sizes: Array<number>(count - 1).fill(size), start }
}

const lacings: readonly (SizesOf | null)[] = [null, xiphSizes, equalSizes, ebmlSizes]

async function packetsOf(reader: ByteReader, flags: number, span: Span): Promise<Span[]> {
  const sizesOf = lacings[(flags >> 1) & 3]
  if (!sizesOf) return [span]
  const count = (await reader.view(span.start, 1)).getUint8(0) + 1
  const { sizes, start } = await sizesOf(reader, { start: span.start + 1, end: span.end }, count)
  const packets: Span[] = []
  let at = start
  for (const size of sizes) {
    if (size < 0 || at + size > span.end) throw new BrokenMedia()
    packets.push({ start: at, end: at + size })
    at += size
  }
  return [...packets, { start: at, end: span.end }]
}

/** @param span the content of a SimpleBlock or a Block @throws BrokenMedia */
export async function blockAt(reader: ByteReader, { start, end }: Span): Promise<Block> {
  const track = await numberAt(reader, start, false, 8)
  const at = start + track.length
  if (end - at < 3) throw new BrokenMedia()
  const head = await reader.view(at, 3)
  return {
    track: track.value,
    ticks: head.getInt16(0),
    packets: await packetsOf(reader, head.getUint8(2), { start: at + 3, end })
  }
}
