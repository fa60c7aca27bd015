// Recordings in WebM that are built element by element, so that they can be long, padded or wrong.
type Bytes = Uint8Array<ArrayBuffer>

export const joined = (...parts: readonly Uint8Array[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A whole number, big-endian, in so many bytes. */
export const number = (value: number, bytes: number): Bytes =>
  Uint8Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256)

const idBytes = (id: number) => number(id, Math.ceil(Math.log2(id + 1) / 8))

/** @param size null: unknown, as a recorder writes it; by default that of the content */
export const element = (id: number, content: Uint8Array, size: number | null = content.length): Bytes =>
  joined(idBytes(id), Uint8Array.of(1), size === null ? new Uint8Array(7).fill(0xff) : number(size, 7), content)

/** Packets of Opus: 20 milliseconds of music, 60 and 120 of speech. */
export const packets = {
  ms20: Uint8Array.of(0xf8, 1, 2),
  ms60: Uint8Array.of(0x18, 1, 2),
  ms120: Uint8Array.of(0x19, 1, 2)
}

/** The content of a block. @param lacing 0 none, 1 by Xiph, 2 equal sizes, 3 by EBML */
export const block = (ticks: number, content: Uint8Array, { lacing = 0, track = 1 } = {}): Bytes =>
  joined(
    Uint8Array.of(0x80 | track),
    number(ticks < 0 ? ticks + 65_536 : ticks, 2),
    Uint8Array.of(lacing << 1),
    content
  )

export const simpleBlock = (...asked: Parameters<typeof block>): Bytes => element(0xa3, block(...asked))

/** @param size as of `element` */
export const cluster = (timestamp: number, blocks: readonly Uint8Array[], size?: number | null): Bytes =>
  element(0x1f43b675, joined(element(0xe7, number(timestamp, 4)), ...blocks), size)

/** Padding of so many bytes, with its own head of nine. */
export const padding = (bytes: number): Bytes => element(0xec, new Uint8Array(bytes))

const text = (value: string) => new TextEncoder().encode(value)

export const track = ({
  number: name = 1,
  type = 2,
  codec = 'A_OPUS',
  more = [] as readonly Uint8Array[]
} = {}): Bytes =>
  element(
    0xae,
    joined(element(0xd7, number(name, 1)), element(0x83, number(type, 1)), element(0x86, text(codec)), ...more)
  )

/** A duration of so many milliseconds for the header. */
export function duration(ms: number): Bytes {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, ms)
  return element(0x4489, bytes)
}

interface Built {
  tracks?: readonly Uint8Array[]
  info?: readonly Uint8Array[]
  /** Whether the file says where it ends. */
  isClosed?: boolean
}

/** @param parts what follows the header: clusters */
export function webmOf(
  parts: readonly Uint8Array[],
  { tracks = [track()], info = [], isClosed = false }: Built = {}
): Bytes {
  const content = joined(element(0x1549a966, joined(...info)), element(0x1654ae6b, joined(...tracks)), ...parts)
  const segment = isClosed ? element(0x18538067, content) : element(0x18538067, content, null)
  return joined(element(0x1a45dfa3, element(0x4282, text('webm'))), segment)
}

/** Speech of so many seconds, written while it is recorded: packets of 60 milliseconds in clusters of unknown size. */
export const longWebm = (seconds: number): Bytes =>
  webmOf(
    Array.from({ length: Math.ceil(seconds / 6) }, (_, index) =>
      cluster(
        index * 6000,
        Array.from({ length: Math.round(Math.min(6, seconds - index * 6) / 0.06) }, (__, at) =>
          simpleBlock(at * 60, joined(packets.ms60, new Uint8Array(42)))
        ),
        null
      )
    )
  )
