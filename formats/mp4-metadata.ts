// The metadata of MP4 and QuickTime files: place, time, camera, comments, prompts. It is written over in place, so that no
// offset in the file changes and no copy is made. What stands behind a film that is sent is cut off.
import { asciiBytes } from './bytes.ts'
import { BrokenMedia, ByteReader, type MediaSource, sourceOf } from './byte-reader.ts'
import { type Box, boxesIn, boxesOfSent } from './mp4-boxes.ts'
import { type Overwrite, writeOver } from './overwrites.ts'

/** Levels of nested containers: a movie, its track, the track's media. */
const depthMax = 3
const containers = new Set(['moov', 'trak', 'mdia', 'moof', 'traf'])
/** User data, iTunes and QuickTime tags, makers' own data, the small picture of old films and its date. */
const metadataBoxes = new Set(['udta', 'meta', 'uuid', 'pnot', 'PICT'])
const headers = new Set(['mvhd', 'tkhd', 'mdhd'])
/** Tracks other than picture and sound: places along the way, faces, sensor data of the camera. */
const metadataHandlers = new Set(['meta', 'camm', 'gpmd'])

/** Turns a box into a `free` box of the same size, which players ignore. */
const freed = ({ at, start, end }: Box): Overwrite[] => [
  { from: at + 4, to: at + 8, bytes: asciiBytes('free') },
  { from: start, to: end }
]

/** Clears the times of creation and modification: the first fields, of 4 or 8 bytes each. */
async function withoutTimes(reader: ByteReader, { start, end }: Box): Promise<Overwrite> {
  const version = end > start ? (await reader.view(start, 1)).getUint8(0) : 0
  return { from: start + 4, to: Math.min(start + 4 + (version === 1 ? 16 : 8), end) }
}

async function isMetadataTrack(reader: ByteReader, track: Box): Promise<boolean> {
  for await (const media of boxesIn(reader, track))
    if (media.name === 'mdia')
      for await (const { name, start } of boxesIn(reader, media))
        if (name === 'hdlr') return metadataHandlers.has(await reader.text(start + 8, 4))
  return false
}

async function overwritesOf(reader: ByteReader, box: Box, depth: number): Promise<Overwrite[]> {
  if (metadataBoxes.has(box.name) || (box.name === 'trak' && (await isMetadataTrack(reader, box)))) return freed(box)
  if (headers.has(box.name)) return [await withoutTimes(reader, box)]
  if (!containers.has(box.name)) return []
  if (depth === depthMax) throw new BrokenMedia()
  return overwritesIn(reader, boxesIn(reader, box), depth + 1)
}

async function overwritesIn(reader: ByteReader, boxes: AsyncIterable<Box>, depth = 0): Promise<Overwrite[]> {
  const found: Overwrite[] = []
  for await (const box of boxes) found.push(...(await overwritesOf(reader, box, depth)))
  return found
}

/** What to write over so that only pictures and sound are left. @throws BrokenMedia */
export function mp4Overwrites(source: MediaSource): Promise<Overwrite[]> {
  const reader = new ByteReader(source)
  return overwritesIn(reader, boxesIn(reader, { start: 0, end: source.size }))
}

const spare = new Set(['skip', 'free', 'wide'])
/** The brand of QuickTime, its version, and again the brand as what the film is compatible with. */
const quickTime = Uint8Array.from([0, 0, 0, 20, ...asciiBytes('ftypqt  \0\0\0\0qt  ')])
const headBytes = 8

/** Providers may ask for `ftyp`, which players do without: it is written where an old film of QuickTime begins with room to spare. */
function toldBrand(boxes: readonly Box[]): Overwrite[] {
  const [first] = boxes
  if (!first || !spare.has(first.name) || boxes.some(({ name }) => name === 'ftyp')) return []
  const left = first.end - quickTime.length
  if (left !== 0 && left < headBytes) return []
  const head = new DataView(new ArrayBuffer(4))
  head.setUint32(0, left)
  const rest = left === 0 ? [] : [...new Uint8Array(head.buffer), ...asciiBytes('free')]
  return [{ from: 0, to: quickTime.length + rest.length, bytes: Uint8Array.from([...quickTime, ...rest]) }]
}

/**
 * Writes over the metadata of a film that a user sends, in memory.
 * @returns these bytes without what stands behind the film; null when it is broken
 */
export async function cleanFilm(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = new ByteReader(sourceOf(bytes))
  const boxes: Box[] = []
  try {
    for await (const box of boxesOfSent(reader)) boxes.push(box)
    const found = toldBrand(boxes)
    for (const box of boxes) found.push(...(await overwritesOf(reader, box, 0)))
    writeOver(bytes, 0, found)
    return bytes.subarray(0, boxes.at(-1)?.end ?? 0)
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}
