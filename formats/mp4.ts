// MP4 and QuickTime (ISO/IEC 14496-12): `moov` describes the file; encoders that write in one pass put it at the end.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import type { MediaFacts } from './facts.ts'
import { typeOfBoxes, typeOfBrand } from './iso-brand.ts'
import { type Box, boxesIn, boxesOfSent } from './mp4-boxes.ts'

interface Movie {
  durationSeconds: number | null
  timescale: number
  hasVideo: boolean
  hasAudio: boolean
  width: number | null
  height: number | null
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
  for await (const box of boxesIn(reader, track)) {
    if (box.name === 'tkhd') size = await readTrackSize(reader, box)
    if (box.name === 'mdia')
      for await (const { name, start, end } of boxesIn(reader, box))
        if (name === 'hdlr' && end - start >= 12) handler = await reader.text(start + 8, 4)
  }
  const { width, height } = size ?? { width: 0, height: 0 }
  movie.hasAudio ||= handler === 'soun'
  if (handler !== 'vide') return
  if (width === 0 || height === 0) throw new BrokenMedia()
  if (movie.hasVideo) return
  Object.assign(movie, { hasVideo: true, width, height })
}

/** A fragmented file states its duration in `mvex`, if at all. */
async function readFragmentHeader(reader: ByteReader, extension: Box, movie: Movie) {
  for await (const { name, start, end } of boxesIn(reader, extension)) {
    if (name !== 'mehd' || end - start < 8) continue
    const isLong = (await reader.view(start, 1)).getUint8(0) === 1 && end - start >= 12
    const view = await reader.view(start + 4, isLong ? 8 : 4)
    const duration = isLong ? view.getUint32(0) * 2 ** 32 + view.getUint32(4) : view.getUint32(0)
    if (movie.durationSeconds === null) setDuration(movie, duration, isLong)
  }
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
  for await (const box of boxesIn(reader, moov)) {
    if (box.name === 'mvhd') await readMovieHeader(reader, box, movie)
    if (box.name === 'trak') await readTrack(reader, box, movie)
    if (box.name === 'mvex') await readFragmentHeader(reader, box, movie)
  }
  return movie
}

export async function inspectMp4(reader: ByteReader, isSent: boolean): Promise<MediaFacts | null> {
  if (reader.size < 12 || typeOfBoxes(await reader.text(4, 8)) === null) return null

  let type = typeOfBrand(null)
  let movie: Movie | null = null
  let hasSamples = false
  for await (const box of isSent ? boxesOfSent(reader) : boxesIn(reader, { start: 0, end: reader.size })) {
    if (box.name === 'ftyp' && box.end - box.start >= 4) type = typeOfBrand(await reader.text(box.start, 4))
    // Still pictures in the same container.
    if (type.startsWith('image/')) return null
    if (box.name === 'moov') movie ??= await readMovie(reader, box)
    if (box.name === 'mdat') hasSamples ||= box.end > box.start
  }
  return movie && hasSamples ? factsOf(movie, type === 'video/quicktime') : null
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
