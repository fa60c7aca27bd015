// A ZIP with the files of some jobs, made while it is downloaded: one file at a time is read, none is held in memory. Its
// length is known before, so that a download that breaks off is never taken for a whole one.
import { makeZip, predictLength } from 'client-zip'
import { resultName } from '#contract/file-names.ts'
import { zipBytesMax } from '#contract/library.ts'
import { extensionOf } from '#contract/media-types.ts'
import { jobsById, jobsOfIds } from '#data/history/library.ts'
import { openHistory } from '#data/base/database.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { resultKey } from '#data/files/job-files.ts'
import { inShard, shardOf } from '#domain/shard.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { openSessionLink, sessionLink } from '../http/session-link.ts'

/** Relative to the API's base path, like every path of the contract. */
export const zipPath = '/library/zip'
const purpose = 'works-zip'

interface Entry {
  name: string
  key: string
  size: number
  lastModified: Date
}

/** A name that no earlier file has, also on systems that ignore case. */
function uniqueName(taken: Set<string>, base: string, extension: string): string {
  for (let number = 1; ; number++) {
    const name = `${base}${number === 1 ? '' : ` (${number})`}.${extension}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

/** The files of jobs as entries with different names. */
function zipEntries(rows: readonly Pick<JobRow, 'id' | 'service' | 'parameters' | 'files' | 'createdAt'>[]): Entry[] {
  const taken = new Set<string>()
  return rows.flatMap((row) =>
    row.files.map((file) => ({
      name: uniqueName(taken, resultName(row, file.index), extensionOf(file.type)),
      key: resultKey(row.id, file.index),
      size: file.sizeBytes,
      lastModified: new Date(row.createdAt)
    }))
  )
}

/** Job ids are long, and all begin alike: a link with 200 of them must stay short. */
const shortIds = (ids: readonly string[]): string =>
  ids.map((id) => Buffer.from(id.slice(id.lastIndexOf('-') + 1), 'hex').toString('base64url')).join('.')

const longIds = (userId: string, short: string): string[] =>
  short.split('.').map((id) => inShard(shardOf(userId), Buffer.from(id, 'base64url').toString('hex')))

/** @throws AppError NOT_FOUND when one of the jobs is not the caller's, ZIP_TOO_LARGE */
export async function prepareZip(c: AppContext, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await jobsById(historyOf(c), c.var.caller.userId, wanted)
  if (rows.length < wanted.length) throw new AppError('NOT_FOUND')
  const entries = zipEntries(rows)
  const sizeBytes = Number(predictLength(entries))
  if (sizeBytes > zipBytesMax) throw new AppError('ZIP_TOO_LARGE')
  const url = sessionLink(c, { path: zipPath, purpose, subject: shortIds(rows.map(({ id }) => id)) })
  return { url, files: entries.length, sizeBytes }
}

/** @throws Error when a file is gone: the download breaks off, so that no user gets an incomplete ZIP */
async function* storedFiles(media: R2Bucket, entries: readonly Entry[]) {
  for (const { key, ...entry } of entries) {
    const object = await media.get(key)
    if (!object) throw new Error('A file of a ZIP is gone')
    yield { ...entry, input: object.body }
  }
}

/** The owner of a link to a ZIP, and its files. @throws AppError NOT_FOUND when one of the jobs is gone */
export async function openZip(c: AppContext): Promise<{ userId: string; entries: Entry[] }> {
  const { userId, subject } = await openSessionLink(c, purpose)
  const ids = longIds(userId, subject)
  const rows = await jobsOfIds(openHistory(c.env, userId), ids)
  if (rows.length < ids.length) throw new AppError('NOT_FOUND')
  const known = new Map(rows.map((row) => [row.id, row]))
  return { userId, entries: zipEntries(ids.flatMap((id) => known.get(id) ?? [])) }
}

export function zipResponse(c: AppContext, entries: readonly Entry[]): Response {
  const { readable, writable } = new FixedLengthStream(predictLength(entries))
  // The user who stops the download also cancels this stream, which is no failure of the server.
  c.executionCtx.waitUntil(
    makeZip(storedFiles(c.env.MEDIA, entries))
      .pipeTo(writable)
      .catch(() => undefined)
  )
  return c.body(readable, 200, {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="works.zip"'
  })
}
