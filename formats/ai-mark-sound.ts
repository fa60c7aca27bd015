// Where MP4, MP3 and WAV have their packet of XMP.
import { type SourceType, sourceTypes, xmpPacket } from './ai-mark-packet.ts'
import { type MarkPlace, saysMade } from './ai-mark-place.ts'
import { asciiBytes, joined, viewOf } from './bytes.ts'
import { BrokenMedia, ByteReader, type MediaSource } from './byte-reader.ts'
import type { Edit } from './edits.ts'
import type { Range } from './own-mark.ts'
import { startOfFrames } from './mp3.ts'
import { type Box, boxesIn } from './mp4-boxes.ts'

/** The names of a box of XMP (XMP specification, part 3) and of one of C2PA. */
const xmpBox = 'be7acfcb97a942e89c71999491e3afac'
const statementBox = 'd8fec3d61b0e483c92975828877ec481'
const idBytes = 16
const partsMax = 1000

const bytesOfHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

async function idOf(reader: ByteReader, { start, end }: Box): Promise<string> {
  if (end - start < idBytes) return ''
  const bytes = (await reader.from(start, idBytes)).subarray(0, idBytes)
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const longMax = 2 ** 32

/** A box at the end may say that it reaches to the end of the file: then it has to say where it ends. @throws BrokenMedia */
async function toldLength(reader: ByteReader, { at, end }: Box): Promise<Edit[]> {
  if ((await reader.view(at, 4)).getUint32(0) !== 0) return []
  if (end - at >= longMax) throw new BrokenMedia()
  const length = new Uint8Array(4)
  viewOf(length).setUint32(0, end - at)
  return [{ from: at, to: at + 4, bytes: length }]
}

const mp4Mark = (type: SourceType) => {
  const content = joined([asciiBytes('uuid'), bytesOfHex(xmpBox), xmpPacket(type)])
  const length = new Uint8Array(4)
  viewOf(length).setUint32(0, content.length + 4)
  return joined([length, content])
}

/**
 * Behind everything, so that no offset in the file changes; only the index of a film in fragments stays the last. A packet that is there
 * becomes empty room, for the same reason.
 */
export async function mp4Place(source: MediaSource): Promise<MarkPlace> {
  const reader = new ByteReader(source)
  const boxes: Box[] = []
  const packets: Box[] = []
  const statements: Range[] = []
  for await (const box of boxesIn(reader, { start: 0, end: source.size })) {
    boxes.push(box)
    const id = box.name === 'uuid' ? await idOf(reader, box) : ''
    if (id === xmpBox) packets.push(box)
    if (id === statementBox) statements.push({ from: box.start, to: box.end })
  }
  const last = boxes.at(-1)
  if (!last || packets.length > partsMax) throw new BrokenMedia()
  const at = last.name === 'mfra' ? last.at : last.end
  const told = await toldLength(reader, last)
  const emptied = packets.map((box) => ({ from: box.at + 4, to: box.at + 8, bytes: asciiBytes('free') }))
  return {
    found: packets.map((box) => ({ from: box.at, to: box.end })),
    written: mp4Mark,
    edits: (type) => [{ from: at, to: at, bytes: mp4Mark(type) }, ...told, ...emptied],
    isSigned: await saysMade(source, statements)
  }
}

const uint32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value)
  return bytes
}

const frameOf = (name: string, content: Uint8Array): Uint8Array =>
  joined([asciiBytes(name), uint32(content.length), new Uint8Array(2), content])

/** A tag of version 2.3: its length has seven bits in each byte. */
function tagOf(frames: Uint8Array): Uint8Array {
  const length = [21, 14, 7, 0].map((shift) => (frames.length >>> shift) & 0x7f)
  return joined([asciiBytes('ID3\x03\0\0'), Uint8Array.from(length), frames])
}

const mp3Mark = (type: SourceType) =>
  tagOf(
    joined([
      frameOf('TXXX', asciiBytes(`\0DigitalSourceType\0${sourceTypes[type]}`)),
      frameOf('PRIV', joined([asciiBytes('XMP\0'), xmpPacket(type)]))
    ])
  )

/** The tag in front of the sound is ours alone: what the maker's says of its encoder is of no use. */
export async function mp3Place(source: MediaSource): Promise<MarkPlace> {
  const end = await startOfFrames(new ByteReader(source))
  return {
    found: end > 0 ? [{ from: 0, to: end }] : [],
    written: mp3Mark,
    edits: (type) => [{ from: 0, to: end, bytes: mp3Mark(type) }]
  }
}

const wavXmp = '_PMX'
/** More than the packet takes. */
const roomBytes = 4096

const wavMark = (type: SourceType) => {
  const packet = xmpPacket(type)
  const head = joined([asciiBytes(wavXmp), new Uint8Array(4)])
  viewOf(head).setUint32(4, packet.length, true)
  return joined([head, packet, new Uint8Array(packet.length % 2)])
}

export async function wavPlace(source: MediaSource): Promise<MarkPlace> {
  const reader = new ByteReader(source)
  const found: Range[] = []
  let end = 12
  for (let parts = 0; end + 8 <= source.size; parts += 1) {
    if (parts > partsMax) throw new BrokenMedia()
    const name = await reader.text(end, 4)
    const length = (await reader.view(end + 4, 4)).getUint32(0, true)
    // Sound that is cut must not be filled up with the mark.
    if (end + 8 + length > source.size) throw new BrokenMedia()
    const next = Math.min(end + 8 + length + (length % 2), source.size)
    if (name === wavXmp) found.push({ from: end, to: next })
    end = next
  }
  // Longer sound than the format can tell is left alone.
  if (source.size + roomBytes >= longMax) throw new BrokenMedia()
  return {
    found,
    written: wavMark,
    edits(type) {
      // The byte that makes an odd part even may be missing.
      const odd = new Uint8Array(end % 2)
      const added = joined([odd, wavMark(type)])
      const length = new Uint8Array(4)
      viewOf(length).setUint32(0, source.size + added.length - 8, true)
      const emptied = found.map(({ from }) => ({ from, to: from + 4, bytes: asciiBytes('juNk') }))
      return [{ from: 4, to: 8, bytes: length }, ...emptied, { from: end, to: end, bytes: added }]
    }
  }
}
