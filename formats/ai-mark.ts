// The mark of files that a model made, in their metadata: where it stands in each format, and how a file gets it. Only what describes the
// file is changed, never a pixel, a picture of a film or a sound. A file that is no whole one of its format is not marked.
import { type SourceType, sourceTypeNames } from './ai-mark-packet.ts'
import type { MarkPlace } from './ai-mark-place.ts'
import { mp3Place, mp4Place, wavPlace } from './ai-mark-sound.ts'
import { jpegPlace, pngPlace, webpPlace } from './ai-mark-pictures.ts'
import { BrokenMedia, type MediaSource } from './byte-reader.ts'
import { type Edit, editedSource, sortedEdits } from './edits.ts'
import { type MediaFacts, inspectMedia } from './media-inspect.ts'

const places: Readonly<Record<string, (source: MediaSource) => Promise<MarkPlace>>> = {
  'image/png': pngPlace,
  'image/jpeg': jpegPlace,
  'image/webp': webpPlace,
  'video/mp4': mp4Place,
  'video/quicktime': mp4Place,
  'audio/mp4': mp4Place,
  'audio/mpeg': mp3Place,
  'audio/wav': wavPlace
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

/** Whether our mark is the only description of its kind in the file. */
async function isOwn(source: MediaSource, { found, written }: MarkPlace): Promise<boolean> {
  const [range] = found
  if (!range || found.length > 1) return false
  const marks = sourceTypeNames.map(written).filter(({ length }) => length === range.to - range.from)
  // A tag of a maker may have a whole picture in it: nothing that has another length is read.
  if (marks.length === 0) return false
  const bytes = await source.read(range.from, range.to - range.from)
  return marks.some((mark) => isSame(bytes, mark))
}

/** marked: it is already, by us or by its maker's signed statement (not `isOurs`). unable: there is no place for the mark. */
export type Marking = { state: 'marked'; isOurs: boolean } | { state: 'edits'; edits: Edit[] } | { state: 'unable' }

const isSameFile = (one: MediaFacts | null, other: MediaFacts | null) =>
  one !== null && other !== null && JSON.stringify(one) === JSON.stringify(other)

async function placeIn(source: MediaSource, type: string): Promise<MarkPlace | null> {
  try {
    return (await places[type]?.(source)) ?? null
  } catch (error) {
    if (error instanceof BrokenMedia) return null
    throw error
  }
}

/**
 * How to mark a file. The marked file is read as the unmarked one was, and must be the same work.
 * @throws only what `source.read` throws
 */
export async function markingOf(source: MediaSource, type: SourceType): Promise<Marking> {
  const facts = await inspectMedia(source)
  const place = facts && (await placeIn(source, facts.type))
  if (!place) return { state: 'unable' }
  if (place.isSigned) return { state: 'marked', isOurs: false }
  if (await isOwn(source, place)) return { state: 'marked', isOurs: true }
  const edits = sortedEdits(place.edits(type))
  const isWhole = isSameFile(facts, await inspectMedia(editedSource(source, edits)))
  return isWhole ? { state: 'edits', edits } : { state: 'unable' }
}
