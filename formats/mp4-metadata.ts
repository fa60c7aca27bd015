// The metadata of MP4 and QuickTime files: place, time, camera, comments, prompts. It is written over in place, so that no
// offset in the file changes and no copy is made.
import { asciiBytes } from './bytes.ts'
import { BrokenMedia, ByteReader, type MediaSource, nameAt, sourceOf } from './byte-reader.ts'
import { type Overwrite, writeOver } from './overwrites.ts'

interface Box {
  name: string
  at: number
  /** Start of the content. */
  start: number
  end: number
}

/** Levels of nested containers: a movie, its track, the track's media. */
const depthMax = 3
const containers = new Set(['moov', 'trak', 'mdia', 'moof', 'traf'])
/** User data, iTunes and QuickTime tags, makers' own data. */
const metadataBoxes = new Set(['udta', 'meta', 'uuid'])
const headers = new Set(['mvhd', 'tkhd', 'mdhd'])
/** Tracks other than picture and sound: places along the way, faces, sensor data of the camera. */
const metadataHandlers = new Set(['meta', 'camm', 'gpmd'])

async function* boxesIn(reader: ByteReader, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; to - at >= 8;) {
    const head = await reader.view(at, 8)
    const short = head.getUint32(0)
    const name = nameAt(head, 4)
    const isLong = short === 1
    if (isLong && to - at < 16) throw new BrokenMedia()
    const length = isLong ? Number((await reader.view(at + 8, 8)).getBigUint64(0)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    if (at + length > to || at + length < start) throw new BrokenMedia()
    yield { name, at, start, end: at + length }
    at += length
  }
}

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
  for await (const media of boxesIn(reader, track.start, track.end))
    if (media.name === 'mdia')
      for await (const { name, start } of boxesIn(reader, media.start, media.end))
        if (name === 'hdlr') return metadataHandlers.has(await reader.text(start + 8, 4))
  return false
}

async function overwritesIn(reader: ByteReader, from: number, to: number, depth = 0): Promise<Overwrite[]> {
  if (depth > depthMax) throw new BrokenMedia()
  const found: Overwrite[] = []
  for await (const box of boxesIn(reader, from, to)) {
    if (metadataBoxes.has(box.name) || (box.name === 'trak' && (await isMetadataTrack(reader, box))))
      found.push(...freed(box))
    else if (headers.has(box.name)) found.push(await withoutTimes(reader, box))
    else if (containers.has(box.name)) found.push(...(await overwritesIn(reader, box.start, box.end, depth + 1)))
  }
  return found
}

/** What to write over so that only pictures and sound are left. @throws BrokenMedia */
export const mp4Overwrites = (source: MediaSource): Promise<Overwrite[]> =>
  overwritesIn(new ByteReader(source), 0, source.size)

/** Writes over the metadata of a film in memory. @returns false when the file is broken */
export async function eraseMp4Metadata(bytes: Uint8Array): Promise<boolean> {
  try {
    writeOver(bytes, 0, await mp4Overwrites(sourceOf(bytes)))
    return true
  } catch (error) {
    if (error instanceof BrokenMedia) return false
    throw error
  }
}
