// The mark of files that a model made, in their metadata: where it stands in each format, and how a file gets it. Only what describes the
// file is changed, never a pixel, a picture of a film or a sound. A file that is no whole one of its format is not marked.
import { type SourceType, sourceTypeNames } from './ai-mark-packet.ts'
import type { MarkPlace, Range } from './ai-mark-place.ts'
import { mp3Place, mp4Place, wavPlace } from './ai-mark-sound.ts'
import { jpegPlace, pngPlace, webpPlace } from './ai-mark-pictures.ts'
import { BrokenMedia, type MediaSource, sourceOf } from './byte-reader.ts'
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

/** Our mark in the file, if it is the only description of its kind there. */
async function ownMark(source: MediaSource, { found, written }: MarkPlace): Promise<OwnMark | null> {
  const [range] = found
  if (!range || found.length > 1) return null
  for (const type of sourceTypeNames) {
    const expected = written(type)
    if (range.to - range.from !== expected.length) continue
    if (isSame(await source.read(range.from, expected.length), expected)) return { type, range }
  }
  return null
}

export interface OwnMark {
  type: SourceType
  range: Range
}

/** marked: it is already, by us or by its maker's signed statement (`own` null). unable: there is no place for the mark. */
export type Marking = { state: 'marked'; own: OwnMark | null } | { state: 'edits'; edits: Edit[] } | { state: 'unable' }

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
  if (place.isSigned) return { state: 'marked', own: null }
  const own = await ownMark(source, place)
  if (own) return { state: 'marked', own }
  const edits = sortedEdits(place.edits(type))
  const isWhole = isSameFile(facts, await inspectMedia(editedSource(source, edits)))
  return isWhole ? { state: 'edits', edits } : { state: 'unable' }
}

/** The mark of a file, whatever is written there now. @throws only what `source.read` throws */
export async function markIn(source: MediaSource, type: string): Promise<{ own: OwnMark | null } | null> {
  const place = await placeIn(source, type)
  if (!place) return null
  if (place.isSigned) return { own: null }
  const own = await ownMark(source, place)
  return own && { own }
}

/** A file in memory with the mark; as it is, where it has no place for it. */
export async function marked(bytes: Uint8Array<ArrayBuffer>, type: string, mark: SourceType) {
  const source = sourceOf(bytes)
  const place = await placeIn(source, type)
  if (!place) return bytes
  const edited = editedSource(source, sortedEdits(place.edits(mark)))
  return new Uint8Array(await edited.read(0, edited.size))
}
