// A job's files in R2: uploads, results, and their removal.
import { resultKey, speechPartsPrefix, subtitlesKey, uploadKey, uploadsPrefix } from '#data/job-files.ts'
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

/** Longer than any job runs. */
const uploadKeptMs = 24 * 60 * 60 * 1000
const pagesMax = 10

/**
 * Removes uploads without a job, of submissions that failed before their row was written, and parts of recordings whose
 * job was not repeated.
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

/** Notes at the recording that it has subtitles, which are stored before it. */
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

/** An R2 object read in ranges, because a video does not fit into memory. */
export const storedSource = (env: Env, key: string, size: number): MediaSource => ({
  size,
  async read(offset, length) {
    const part = await env.MEDIA.get(key, { range: { offset, length } })
    return part ? new Uint8Array(await part.arrayBuffer()) : new Uint8Array(0)
  }
})

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
