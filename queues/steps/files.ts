// A job's files in R2: uploads, results, and their removal.
import {
  resultKey,
  sourceKey,
  speechPartsPrefix,
  subtitlesKey,
  uploadKey,
  uploadKeptMs,
  uploadsPrefix
} from '#data/files/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'
import { inspectMedia, type MediaSource, sourceOf } from '#formats/media-inspect.ts'
import type { MediaFile } from '#providers/media/media.ts'

/** More results than any provider gives for one job. */
export const resultsMax = 8

/** All keys that the results of a job may have. */
export const resultKeys = (id: string): string[] => [
  ...Array.from({ length: resultsMax }, (_, index) => resultKey(id, index)),
  subtitlesKey(id)
]

/**
 * The files that go to the provider.
 * @throws Error when one is missing or damaged
 */
export async function readUploads(env: Env, { id, uploads }: JobRow): Promise<Record<string, MediaFile>> {
  const files = await Promise.all(
    uploads.map(async (parameter): Promise<[string, MediaFile]> => {
      const object = await env.MEDIA.get(uploadKey(id, parameter))
      if (!object) throw new Error('An upload is missing')
      const bytes = new Uint8Array(await object.arrayBuffer())
      const facts = await inspectMedia(sourceOf(bytes))
      if (!facts) throw new Error('An upload is damaged')
      return [parameter, { bytes, type: facts.type }]
    })
  )
  return Object.fromEntries(files)
}

export async function removeUploads(env: Env, { id, uploads }: JobRow): Promise<void> {
  if (uploads.length > 0) await env.MEDIA.delete(uploads.map((parameter) => uploadKey(id, parameter)))
}

/** A hundred thousand uploads: those of failed jobs stay for a day, and must not hide older ones behind them. */
const pagesMax = 100

/** The parameters whose uploads are copies of other jobs' results. */
const copiesOf = ({ madeFrom }: Pick<JobRow, 'madeFrom'>): string[] =>
  (madeFrom ?? []).filter(({ derived }) => !derived).map(({ parameter }) => parameter)

/** Uploads that no other job has. A copy of another job's result exists only while the job runs. */
function fromDevice(row: Pick<JobRow, 'uploads' | 'madeFrom'>): string[] {
  const copies = copiesOf(row)
  return row.uploads.filter((parameter) => !copies.includes(parameter))
}

/**
 * Moves the files of a completed job from the uploads to its kept sources. May be called again after a crash at any point.
 * @returns the parameters whose files are kept
 */
export async function keepSources(env: Env, row: JobRow): Promise<string[]> {
  const kept: string[] = []
  for (const parameter of fromDevice(row)) {
    const upload = await env.MEDIA.get(uploadKey(row.id, parameter))
    if (upload)
      await env.MEDIA.put(sourceKey(row.id, parameter), upload.body, { httpMetadata: upload.httpMetadata ?? {} })
    if (upload || (await env.MEDIA.head(sourceKey(row.id, parameter)))) kept.push(parameter)
  }
  await removeUploads(env, row)
  return kept
}

/** Removes the copies of other jobs' results. The other uploads of a job without a result stay for a day. */
export async function removeCopies(env: Env, row: JobRow): Promise<void> {
  const copies = copiesOf(row)
  if (copies.length > 0) await env.MEDIA.delete(copies.map((parameter) => uploadKey(row.id, parameter)))
}

export async function removeSources(env: Env, { id, uploads }: JobRow): Promise<void> {
  if (uploads.length > 0) await env.MEDIA.delete(uploads.map((parameter) => sourceKey(id, parameter)))
}

/**
 * Removes uploads that are older than any running job: of submissions that failed before their row was written, and of jobs
 * that delivered nothing, which keep theirs for a day to be tried again with them. Also parts of recordings whose job was not
 * repeated.
 * @returns the number removed
 */
export async function removeStray(env: Env, now: number): Promise<number> {
  return (await removeOld(env, uploadsPrefix, now)) + (await removeOld(env, speechPartsPrefix, now))
}

async function removeOld(env: Env, prefix: string, now: number): Promise<number> {
  let removed = 0
  let cursor: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await env.MEDIA.list({ prefix, ...(cursor !== undefined && { cursor }) })
    const stray = page.objects.filter(({ uploaded }) => uploaded.getTime() <= now - uploadKeptMs)
    if (stray.length > 0) await env.MEDIA.delete(stray.map(({ key }) => key))
    removed += stray.length
    if (!page.truncated) break
    cursor = page.cursor
  }
  return removed
}

export const removeResults = (env: Env, id: string): Promise<void> => env.MEDIA.delete(resultKeys(id))

/** Notes in the recording's file that it has subtitles, which are stored first. */
export async function withSubtitles(env: Env, id: string, files: StoredFile[]): Promise<StoredFile[]> {
  const has = (await env.MEDIA.head(subtitlesKey(id))) !== null
  return has ? files.map((file) => ({ ...file, subtitles: true as const })) : files
}

const prefixOf: Record<JobRow['kind'], string> = {
  image: 'image/',
  'image-tool': 'image/',
  video: 'video/',
  audio: 'audio/'
}

/** Type and size of a result; null when the bytes are broken or of another kind than the job makes. */
export async function factsOf(kind: JobRow['kind'], index: number, source: MediaSource): Promise<StoredFile | null> {
  const facts = await inspectMedia(source)
  return facts?.type.startsWith(prefixOf[kind]) ? { index, sizeBytes: source.size, ...facts } : null
}

/** How many bytes one request reads of an object that is read from end to end. */
const aheadBytes = 4 * 1024 * 1024

/**
 * An R2 object read in ranges, because a video does not fit into memory. Consecutive reads use larger
 * ranges: a picture of 40 MB would need hundreds of requests otherwise.
 */
export function storedSource(env: Env, key: string, size: number): MediaSource {
  let block = new Uint8Array(0)
  let blockAt = 0
  return {
    size,
    async read(offset, length) {
      const blockEnd = blockAt + block.length
      const isInside = offset >= blockAt && offset + length <= blockEnd
      if (!isInside) {
        const isNext = block.length > 0 && offset >= blockAt && offset <= blockEnd
        const wanted = isNext ? Math.min(Math.max(length, aheadBytes), size - offset) : length
        const part = await env.MEDIA.get(key, { range: { offset, length: wanted } })
        block = part ? new Uint8Array(await part.arrayBuffer()) : new Uint8Array(0)
        blockAt = offset
      }
      return block.subarray(offset - blockAt, offset - blockAt + length)
    }
  }
}

/**
 * Results that an interrupted step has stored; null when there are none, or not all. The first one is stored last, so
 * when it is there, the others are too.
 */
export async function findResults(env: Env, { id, kind }: JobRow): Promise<StoredFile[] | null> {
  const files: StoredFile[] = []
  for (let index = 0; index < resultsMax; index++) {
    const key = resultKey(id, index)
    const object = await env.MEDIA.head(key)
    if (!object) break
    const file = await factsOf(kind, index, storedSource(env, key, object.size))
    if (!file) return null
    files.push(file)
  }
  return files.length === 0 ? null : files
}
