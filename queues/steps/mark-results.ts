// Writes into stored results that a model made them (formats/ai-mark.ts), before their job is completed: every reader of a file gets it
// with the mark. A file that cannot be marked is delivered as it is, and the log counts it: the user has paid for it.
import { resultKey } from '#data/files/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'
import { retried } from '#durable-objects/base/retry.ts'
import type { SourceType } from '#formats/ai-mark-packet.ts'
import { markingOf } from '#formats/ai-mark.ts'
import { asciiBytes } from '#formats/bytes.ts'
import { editedSize, editedSource, editing, type Edit } from '#formats/edits.ts'
import { sourceOf } from '#formats/media-inspect.ts'
import { indexIn } from '#formats/own-mark.ts'
import { nameOf, report } from '#notices/report.ts'
import type { JobContext } from '../base/context.ts'
import { storedSource } from './files.ts'

/** For the copying of one file; a film of half a gigabyte takes a few seconds. */
const copyMaxMs = 45_000

/** A picture that a model made of another one is part of both; a film or a sound is the model's. */
const typeOf = ({ kind, uploads }: Pick<JobRow, 'kind' | 'uploads'>): SourceType =>
  uploads.length > 0 && (kind === 'image' || kind === 'image-tool') ? 'composite' : 'trained'

/**
 * Writes the changed file in the place of the one that was read, unless another step has just written there.
 * @returns the size of the file that is there now
 */
async function rewritten(bucket: R2Bucket, { key, etag, size }: R2Object, edits: readonly Edit[]): Promise<number> {
  const onlyIf = { etagMatches: etag }
  const found = await bucket.get(key, { onlyIf })
  const later = async () => (await bucket.head(key))?.size ?? size
  if (!found || !('body' in found)) return later()
  const signal = AbortSignal.timeout(copyMaxMs)
  const { readable, writable } = new FixedLengthStream(editedSize(size, edits))
  const [written] = await Promise.all([
    bucket.put(key, readable, { onlyIf }),
    found.body.pipeThrough(editing(edits)).pipeTo(writable, { signal })
  ])
  return written?.size ?? later()
}

/** @returns the size of the file now; null when it has no place for the mark */
async function marked(env: Env, row: JobRow, { index }: StoredFile): Promise<number | null> {
  const key = resultKey(row.id, index)
  const object = await env.MEDIA.head(key)
  if (!object) return null
  const marking = await markingOf(storedSource(env, key, object.size), typeOf(row))
  if (marking.state === 'unable') return null
  return marking.state === 'marked' ? object.size : rewritten(env.MEDIA, object, marking.edits)
}

/** The files with their sizes now. Never throws. May be called again: a marked file stays as it is. */
export async function markResults(
  { env }: Pick<JobContext, 'env'>,
  row: JobRow,
  files: readonly StoredFile[]
): Promise<StoredFile[]> {
  const all: StoredFile[] = []
  for (const file of files) {
    let error = 'no-place'
    try {
      const sizeBytes = await retried(() => marked(env, row, file), { attemptsMax: 2, firstPauseMs: 250 })
      if (sizeBytes !== null) {
        all.push({ ...file, sizeBytes })
        continue
      }
    } catch (thrown) {
      error = nameOf(thrown)
    }
    report(row.userId, { event: 'result-not-marked', jobId: row.id, type: file.type, error })
    all.push(file)
  }
  return all
}

/** A part of one of the names of source types, which a maker's statement has too. */
const composite = asciiBytes('compositeWithTrained')

/**
 * A picture for visitors that lost what its maker had written into it, with the mark: it may have said so by a signed statement alone.
 * @param told as the maker wrote it
 * @returns the picture as it is when it has no place for the mark
 */
export async function markedPicture(
  bytes: Uint8Array<ArrayBuffer>,
  told: Uint8Array
): Promise<Uint8Array<ArrayBuffer>> {
  const source = sourceOf(bytes)
  const marking = await markingOf(source, indexIn(told, composite) < 0 ? 'trained' : 'composite')
  if (marking.state !== 'edits') return bytes
  const edited = editedSource(source, marking.edits)
  return new Uint8Array(await edited.read(0, edited.size))
}
