// Removes metadata from MP4 and QuickTime files: place, time, camera, comments. It is overwritten in place, so that no
// offset in the file changes and no copy is made.
import { asciiAt, asciiBytes, viewOf } from './bytes.ts'
import { BrokenMedia } from './byte-reader.ts'

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

function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<Box> {
  const view = viewOf(bytes)
  for (let at = from; to - at >= 8;) {
    const short = view.getUint32(at)
    const isLong = short === 1
    if (isLong && to - at < 16) throw new BrokenMedia()
    const length = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    if (at + length > to || at + length < start) throw new BrokenMedia()
    yield { name: asciiAt(bytes, at + 4, 4), at, start, end: at + length }
    at += length
  }
}

/** Turns a box into a `free` box of the same size, which players ignore. */
function erase(bytes: Uint8Array, { at, start, end }: Box): void {
  bytes.set(asciiBytes('free'), at + 4)
  bytes.fill(0, start, end)
}

/** Clears the times of creation and modification: the first fields, of 4 or 8 bytes each. */
function eraseTimes(bytes: Uint8Array, { start, end }: Box): void {
  const length = bytes[start] === 1 ? 16 : 8
  bytes.fill(0, start + 4, Math.min(start + 4 + length, end))
}

function isMetadataTrack(bytes: Uint8Array, track: Box): boolean {
  for (const media of boxesIn(bytes, track.start, track.end))
    if (media.name === 'mdia')
      for (const { name, start } of boxesIn(bytes, media.start, media.end))
        if (name === 'hdlr') return metadataHandlers.has(asciiAt(bytes, start + 8, 4))
  return false
}

function eraseIn(bytes: Uint8Array, from: number, to: number, depth = 0): void {
  if (depth > depthMax) throw new BrokenMedia()
  for (const box of boxesIn(bytes, from, to)) {
    if (metadataBoxes.has(box.name) || (box.name === 'trak' && isMetadataTrack(bytes, box))) erase(bytes, box)
    else if (headers.has(box.name)) eraseTimes(bytes, box)
    else if (containers.has(box.name)) eraseIn(bytes, box.start, box.end, depth + 1)
  }
}

/**
 * Overwrites metadata. Pictures and sound are not changed.
 * @returns false when the file is broken; it may then be partly overwritten
 */
export function eraseMp4Metadata(bytes: Uint8Array): boolean {
  try {
    eraseIn(bytes, 0, bytes.length)
    return true
  } catch (error) {
    if (error instanceof BrokenMedia) return false
    throw error
  }
}
