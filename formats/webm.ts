// WebM: EBML elements (RFC 8794) of an id, a length and content, with Matroska elements (RFC 9559). A browser's
// recording has neither lengths nor a duration, because it is written while recording.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import type { MediaFacts } from './facts.ts'

const id = {
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

const videoTrack = 1
const audioTrack = 2
/** The largest width or height that any of its codecs supports. */
const sideMax = 65_535

interface Element {
  id: number
  start: number
  /** Null when the length was not known at writing. */
  end: number | null
}

interface Found {
  nanosecondsPerTick: number
  ticks: number | null
  hasVideo: boolean
  hasAudio: boolean
  width: number | null
  height: number | null
}

/** Reads a number whose leading zero bits give its length. */
async function numberAt(reader: ByteReader, offset: number, keepsMarker: boolean, lengthMax: number) {
  const first = (await reader.view(offset, 1)).getUint8(0)
  const length = Math.clz32(first) - 23
  if (length > lengthMax) throw new BrokenMedia()
  const view = await reader.view(offset, length)
  let value = keepsMarker ? first : first & (0xff >> length)
  let isUnknown = (first & (0xff >> length)) === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    value = value * 256 + view.getUint8(index)
    isUnknown &&= view.getUint8(index) === 0xff
  }
  return { value, length, isUnknown }
}

async function elementAt(reader: ByteReader, offset: number): Promise<Element> {
  const name = await numberAt(reader, offset, true, 4)
  const size = await numberAt(reader, offset + name.length, false, 8)
  const start = offset + name.length + size.length
  const end = size.isUnknown ? null : start + size.value
  if (end !== null && (!Number.isSafeInteger(end) || end > reader.size)) throw new BrokenMedia()
  return { id: name.value, start, end }
}

type Visit = (element: Element & { end: number }) => Promise<void>

/** Visits the children of an element whose end is known. */
async function eachElement(reader: ByteReader, { start, end }: { start: number; end: number }, visit: Visit) {
  for (let offset = start; offset < end;) {
    const element = await elementAt(reader, offset)
    if (element.end === null || element.end > end) throw new BrokenMedia()
    await visit({ ...element, end: element.end })
    offset = element.end
  }
}

async function unsigned(reader: ByteReader, { start, end }: { start: number; end: number }): Promise<number> {
  if (end - start > 8) throw new BrokenMedia()
  const view = await reader.view(start, end - start)
  let value = 0
  for (let index = 0; index < view.byteLength; index += 1) value = value * 256 + view.getUint8(index)
  return value
}

async function float(reader: ByteReader, { start, end }: { start: number; end: number }): Promise<number | null> {
  const view = await reader.view(start, end - start)
  return view.byteLength === 4 ? view.getFloat32(0) : view.byteLength === 8 ? view.getFloat64(0) : null
}

async function readTrack(reader: ByteReader, track: Element & { end: number }, found: Found) {
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

async function readPart(reader: ByteReader, part: Element & { end: number }, found: Found) {
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

export async function inspectWebm(reader: ByteReader): Promise<MediaFacts | null> {
  const header = await isWebm(reader)
  if (!header) return null
  const segment = await elementAt(reader, header.end)
  if (segment.id !== id.segment) throw new BrokenMedia()

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
