// MP4 and QuickTime (ISO/IEC 14496-12): boxes of length and name, some of which contain boxes. `moov` describes the
// file; encoders that write in one pass put it at the end.
import { BrokenMedia, type ByteReader, nameAt } from './byte-reader.ts'
import type { MediaFacts } from './facts.ts'
import { typeOfBrand } from './iso-brand.ts'

interface Box {
  name: string
  /** Start of the content. */
  start: number
  end: number
}

interface Movie {
  durationSeconds: number | null
  timescale: number
  hasVideo: boolean
  hasAudio: boolean
  width: number | null
  height: number | null
}

async function boxAt(reader: ByteReader, offset: number, limit: number): Promise<Box> {
  const head = await reader.view(offset, 8)
  const name = nameAt(head, 4)
  let headLength = 8
  let length = head.getUint32(0)
  if (length === 0) length = limit - offset
  if (length === 1) {
    const long = await reader.view(offset + 8, 8)
    headLength = 16
    length = long.getUint32(0) * 2 ** 32 + long.getUint32(4)
  }
  const end = offset + length
  if (length < headLength || !Number.isSafeInteger(end) || end > limit) throw new BrokenMedia()
  return { name, start: offset + headLength, end }
}

async function eachBox(reader: ByteReader, inside: Pick<Box, 'start' | 'end'>, visit: (box: Box) => Promise<void>) {
  for (let offset = inside.start; offset < inside.end;) {
    // QuickTime ends some lists of boxes with four zero bytes.
    if (inside.end - offset < 8) return
    const box = await boxAt(reader, offset, inside.end)
    await visit(box)
    offset = box.end
  }
}

/** Reads time scale and duration from `mvhd`; a duration of zero or of all one bits means unknown. */
async function readMovieHeader(reader: ByteReader, { start, end }: Box, movie: Movie) {
  const isLong = (await reader.view(start, 1)).getUint8(0) === 1
  const view = await reader.view(start, Math.min(end - start, isLong ? 32 : 20))
  if (view.byteLength < (isLong ? 32 : 20)) throw new BrokenMedia()
  movie.timescale = view.getUint32(isLong ? 20 : 12)
  const duration = isLong ? view.getUint32(24) * 2 ** 32 + view.getUint32(28) : view.getUint32(16)
  setDuration(movie, duration, isLong)
}

function setDuration(movie: Movie, duration: number, isLong: boolean) {
  const isKnown = duration > 0 && duration < (isLong ? 2 ** 63 : 2 ** 32 - 1) && movie.timescale > 0
  if (isKnown) movie.durationSeconds = duration / movie.timescale
}

/** The size of a track, as 16.16 fixed point at the end of `tkhd`. */
async function readTrackSize(reader: ByteReader, { start, end }: Box) {
  const length = (await reader.view(start, 1)).getUint8(0) === 1 ? 96 : 84
  if (end - start < length) throw new BrokenMedia()
  const view = await reader.view(start + length - 8, 8)
  return { width: Math.round(view.getUint32(0) / 65_536), height: Math.round(view.getUint32(4) / 65_536) }
}

async function readTrack(reader: ByteReader, track: Box, movie: Movie) {
  let size: { width: number; height: number } | null = null
  let handler = ''
  await eachBox(reader, track, async (box) => {
    if (box.name === 'tkhd') size = await readTrackSize(reader, box)
    if (box.name === 'mdia')
      await eachBox(reader, box, async ({ name, start, end }) => {
        if (name === 'hdlr' && end - start >= 12) handler = await reader.text(start + 8, 4)
      })
  })
  const { width, height } = size ?? { width: 0, height: 0 }
  movie.hasAudio ||= handler === 'soun'
  if (handler !== 'vide') return
  if (width === 0 || height === 0) throw new BrokenMedia()
  if (movie.hasVideo) return
  Object.assign(movie, { hasVideo: true, width, height })
}

/** A fragmented file states its duration in `mvex`, if at all. */
async function readFragmentHeader(reader: ByteReader, extension: Box, movie: Movie) {
  await eachBox(reader, extension, async ({ name, start, end }) => {
    if (name !== 'mehd' || end - start < 8) return
    const isLong = (await reader.view(start, 1)).getUint8(0) === 1 && end - start >= 12
    const view = await reader.view(start + 4, isLong ? 8 : 4)
    const duration = isLong ? view.getUint32(0) * 2 ** 32 + view.getUint32(4) : view.getUint32(0)
    if (movie.durationSeconds === null) setDuration(movie, duration, isLong)
  })
}

async function readMovie(reader: ByteReader, moov: Box): Promise<Movie> {
  const movie: Movie = {
    durationSeconds: null,
    timescale: 0,
    hasVideo: false,
    hasAudio: false,
    width: null,
    height: null
  }
  await eachBox(reader, moov, async (box) => {
    if (box.name === 'mvhd') await readMovieHeader(reader, box, movie)
    if (box.name === 'trak') await readTrack(reader, box, movie)
    if (box.name === 'mvex') await readFragmentHeader(reader, box, movie)
  })
  return movie
}

export async function inspectMp4(reader: ByteReader): Promise<MediaFacts | null> {
  if (reader.size < 12 || (await reader.text(4, 4)) !== 'ftyp') return null
  const type = typeOfBrand(await reader.text(8, 4))
  // Still pictures in the same container.
  if (type.startsWith('image/')) return null

  let movie: Movie | null = null
  let hasSamples = false
  await eachBox(reader, { start: 0, end: reader.size }, async (box) => {
    if (box.name === 'moov') movie ??= await readMovie(reader, box)
    if (box.name === 'mdat') hasSamples ||= box.end > box.start
  })
  const found: Movie | null = movie
  return found && hasSamples ? factsOf(found, type === 'video/quicktime') : null
}

function factsOf(
  { hasVideo, hasAudio, width, height, durationSeconds }: Movie,
  isQuickTime: boolean
): MediaFacts | null {
  if (!hasVideo && !hasAudio) return null
  const kind = hasVideo ? 'video' : 'audio'
  const container = isQuickTime && hasVideo ? 'quicktime' : 'mp4'
  return { type: `${kind}/${container}`, width, height, durationSeconds }
}
