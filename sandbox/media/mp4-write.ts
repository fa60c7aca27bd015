// Writes MP4 files (ISO/IEC 14496-12) from whole samples: the header first, so that a player can start at once, then
// the samples, each track in one piece.
import type { Track } from './mp4-read.ts'

export interface WrittenTrack extends Track {
  /** Indexes of the key frames; null if every sample can be decoded without others. */
  keySamples: readonly number[] | null
}

type Part = Uint8Array | number[]

const TIMESCALE = 1000
const IDENTITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]

/** A file whose tracks all start at its beginning. */
export function writeMp4(tracks: readonly WrittenTrack[]): Uint8Array<ArrayBuffer> {
  const type = box('ftyp', ascii('isom'), u32(512), ascii('isomiso2avc1mp41'))
  const samples = box('mdat', ...tracks.flatMap((track) => track.samples))
  // The header's length does not depend on the offsets in it, so a first copy is written only to measure it.
  const headerLength = movieOf(tracks, 0).byteLength
  return joined([type, movieOf(tracks, type.byteLength + headerLength + 8), samples])
}

function movieOf(tracks: readonly WrittenTrack[], dataOffset: number): Uint8Array<ArrayBuffer> {
  const header = fullBox(
    'mvhd',
    0,
    u32(0, 0, TIMESCALE, Math.max(...tracks.map(durationOf)), 0x10000),
    u16(0x100, 0),
    u32(0, 0, ...IDENTITY, 0, 0, 0, 0, 0, 0, tracks.length + 1)
  )
  let offset = dataOffset
  const boxes = tracks.map((track, index) => {
    const written = trackBox(track, index + 1, offset)
    offset += bytesOf(track)
    return written
  })
  return box('moov', header, ...boxes)
}

function trackBox(track: WrittenTrack, id: number, offset: number): Uint8Array {
  const isSound = track.handler === 'soun'
  const header = fullBox(
    'tkhd',
    3,
    u32(0, 0, id, 0, durationOf(track), 0, 0),
    u16(0, 0, isSound ? 0x100 : 0, 0),
    u32(...IDENTITY, track.width * 0x10000, track.height * 0x10000)
  )
  const units = track.samples.length * track.sampleUnits
  // 0x55c4: the language code "und", undetermined.
  const mediaHeader = fullBox('mdhd', 0, u32(0, 0, track.timescale, units), u16(0x55c4, 0))
  const handler = fullBox('hdlr', 0, u32(0), ascii(track.handler), u32(0, 0, 0), [0])
  const kind = isSound ? fullBox('smhd', 0, u32(0)) : fullBox('vmhd', 1, u32(0, 0))
  const source = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)))
  return box('trak', header, box('mdia', mediaHeader, handler, box('minf', kind, source, tableOf(track, offset))))
}

function tableOf({ sampleDescription, sampleUnits, samples, keySamples }: WrittenTrack, offset: number): Uint8Array {
  const count = samples.length
  const keys =
    keySamples === null ? [] : [fullBox('stss', 0, u32(keySamples.length, ...keySamples.map((at) => at + 1)))]
  return box(
    'stbl',
    sampleDescription,
    fullBox('stts', 0, u32(1, count, sampleUnits)),
    ...keys,
    fullBox('stsc', 0, u32(1, 1, count, 1)),
    fullBox('stsz', 0, u32(0, count, ...samples.map(({ byteLength }) => byteLength))),
    fullBox('stco', 0, u32(1, offset))
  )
}

const durationOf = ({ samples, sampleUnits, timescale }: Track) =>
  Math.round((samples.length * sampleUnits * TIMESCALE) / timescale)

const bytesOf = ({ samples }: Track) => samples.reduce((sum, { byteLength }) => sum + byteLength, 0)

const fullBox = (type: string, flags: number, ...parts: Part[]) => box(type, u32(flags), ...parts)

function box(type: string, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return joined([u32(length), ascii(type), ...parts])
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))

const u16 = (...numbers: number[]) => numbers.flatMap((number) => [(number >> 8) & 0xff, number & 0xff])

const u32 = (...numbers: number[]) => numbers.flatMap((number) => u16(number >>> 16, number))

function joined(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
