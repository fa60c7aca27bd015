// WebM: EBML (ebml.ts) with the elements of Matroska (RFC 9559). A browser's recording has neither lengths nor a duration, because
// it is written while recording: webm-length.ts reads how long it is.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import { eachElement, type Element, elementAt, float, type WholeElement, unsigned } from './ebml.ts'
import type { MediaFacts } from './facts.ts'

/** Ids of elements. */
export const webmIds = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675
} as const
const id = webmIds

const videoTrack = 1
export const audioTrack = 2
/** The largest width or height that any of its codecs supports. */
const sideMax = 65_535

interface Found {
  nanosecondsPerTick: number
  ticks: number | null
  hasVideo: boolean
  hasAudio: boolean
  width: number | null
  height: number | null
}

async function readTrack(reader: ByteReader, track: WholeElement, found: Found) {
  let type = 0
  let width = 0
  let height = 0
  await eachElement(reader, track, async (element) => {
    if (element.id === id.trackType) type = await unsigned(reader, element)
    if (element.id === id.video)
      await eachElement(reader, element, async (inner) => {
        if (inner.id === id.pixelWidth) width = await unsigned(reader, inner)
        if (inner.id === id.pixelHeight) height = await unsigned(reader, inner)
      })
  })
  found.hasAudio ||= type === audioTrack
  if (type !== videoTrack || found.hasVideo) return
  if (width < 1 || height < 1 || width > sideMax || height > sideMax) throw new BrokenMedia()
  Object.assign(found, { hasVideo: true, width, height })
}

async function readPart(reader: ByteReader, part: WholeElement, found: Found) {
  await eachElement(reader, part, async (element) => {
    if (part.id === id.info && element.id === id.timestampScale)
      found.nanosecondsPerTick = await unsigned(reader, element)
    if (part.id === id.info && element.id === id.duration) found.ticks = await float(reader, element)
    if (part.id === id.tracks && element.id === id.track) await readTrack(reader, element, found)
  })
}

async function isWebm(reader: ByteReader): Promise<{ end: number } | null> {
  if (reader.size < 5 || (await reader.view(0, 4)).getUint32(0) !== id.header) return null
  const { start, end } = await elementAt(reader, 0)
  if (end === null || end - start > 4096) throw new BrokenMedia()
  let docType = ''
  await eachElement(reader, { start, end }, async (element) => {
    if (element.id === id.docType) docType = await reader.text(element.start, Math.min(element.end - element.start, 16))
  })
  return docType.startsWith('webm') ? { end } : null
}

/** The part of the file with everything but the header; null: it is no WebM. @throws BrokenMedia */
export async function segmentOf(reader: ByteReader): Promise<Element | null> {
  const header = await isWebm(reader)
  if (!header) return null
  const segment = await elementAt(reader, header.end)
  if (segment.id !== id.segment) throw new BrokenMedia()
  return segment
}

export async function inspectWebm(reader: ByteReader): Promise<MediaFacts | null> {
  const segment = await segmentOf(reader)
  if (!segment) return null

  const found: Found = {
    nanosecondsPerTick: 1_000_000,
    ticks: null,
    hasVideo: false,
    hasAudio: false,
    width: null,
    height: null
  }
  const end = segment.end ?? reader.size
  for (let offset = segment.start; ;) {
    if (offset >= end) throw new BrokenMedia()
    const part = await elementAt(reader, offset)
    if (part.id === id.cluster) break
    if (part.end === null || part.end > end) throw new BrokenMedia()
    if (part.id === id.info || part.id === id.tracks) await readPart(reader, { ...part, end: part.end }, found)
    offset = part.end
  }
  return factsOf(found)
}

function factsOf({ hasVideo, hasAudio, width, height, ticks, nanosecondsPerTick }: Found): MediaFacts {
  if (!hasVideo && !hasAudio) throw new BrokenMedia()
  const seconds = ticks === null ? 0 : (ticks * nanosecondsPerTick) / 1e9
  return {
    type: hasVideo ? 'video/webm' : 'audio/webm',
    width,
    height,
    durationSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null
  }
}
