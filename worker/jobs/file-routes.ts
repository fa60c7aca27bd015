// A job's files under signed URLs: anybody with the URL may read one file until it expires. Never serves a type that a
// browser would execute, and never a file of a deleted job.
import type { Hono } from 'hono'
import { overwriting, type Overwrite } from '#formats/overwrites.ts'
import {
  type FileName,
  isJobId,
  isValidLink,
  resultKey,
  sourceKey,
  subtitlesKey,
  uploadKey
} from '#data/files/job-files.ts'
import { openHistory } from '#data/base/database.ts'
import { findJob, type JobRow } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { limitFileReads } from '../http/limit.ts'
import { fileNameOf, sourceNameOf } from './file-name.ts'
import { type ByteRange, readRange } from './range.ts'

const path = '/files/:jobId/:file'

interface Link {
  jobId: string
  /** The number of a result, or the parameter of a file that the job was made from. */
  file: FileName
  expiresAt: number
}

/** @throws AppError BAD_LINK for a URL that we did not sign or that has expired */
function linkOf(c: AppContext): Link {
  const { jobId = '', file: name = '' } = c.req.param()
  const { expires = '', signature = '' } = c.req.query()
  // Only `0` is accepted, not `00`: the signature covers the number and would fit both.
  const file = /^(0|[1-9]\d?)$/.test(name) ? Number(name) : /^[A-Za-z][A-Za-z0-9]{0,19}$/.test(name) ? name : null
  if (!isJobId(jobId) || file === null || !/^[1-9]\d{12}$/.test(expires)) throw new AppError('BAD_LINK')
  const link = { jobId, file, expiresAt: Number(expires), signature }
  if (!isValidLink(c.var.environment, link, Date.now())) throw new AppError('BAD_LINK')
  return link
}

/** A file in R2. */
export interface StoredObject {
  object: Pick<R2Object, 'key' | 'httpEtag' | 'size'>
  type: string
  /** Its name as a download: parameters of `Content-Disposition`. */
  name: string
  /** Reads what is sent instead of the object's own bytes; null when those are sent after all. */
  replaced?: () => Promise<Uint8Array<ArrayBuffer> | null>
  /** Finds what is written over the object's own bytes while they are sent. */
  overwrites?: () => Promise<Overwrite[]>
}

const subtitlesType = 'application/x-subrip'

/** The link to a recording opens its subtitles too. */
const asksSubtitles = (c: AppContext): boolean => c.req.query('subtitles') === '1'

function resultOf(row: JobRow | undefined, index: number, subtitles: boolean): { row: JobRow; file: StoredFile } {
  const file = row?.deletedAt === null && row.step === 'completed' ? row.files.find((one) => one.index === index) : null
  if (!row || !file || (subtitles && file.subtitles !== true)) throw new AppError('NOT_FOUND')
  return { row, file: subtitles ? { ...file, type: subtitlesType } : file }
}

/** The row and the object's version and size are read at the same time, to save one round trip. */
async function findResult(c: AppContext, jobId: string, index: number): Promise<StoredObject> {
  const history = openHistory(c.env, jobId)
  const subtitles = asksSubtitles(c)
  const key = subtitles ? subtitlesKey(jobId) : resultKey(jobId, index)
  const [found, object] = await Promise.all([findJob(history, jobId), c.env.MEDIA.head(key)])
  const { row, file } = resultOf(found, index, subtitles)
  if (!object) throw new AppError('NOT_FOUND')
  return { object, type: file.type, name: fileNameOf(row, file) }
}

/** A file that the job was made from: its type was read from its bytes before it was stored. */
async function findSource(c: AppContext, jobId: string, parameter: string): Promise<StoredObject> {
  const row = await findJob(openHistory(c.env, jobId), jobId)
  if (!row?.uploads.includes(parameter) || row.deletedAt !== null) throw new AppError('NOT_FOUND')
  const { MEDIA } = c.env
  const object = (await MEDIA.head(sourceKey(jobId, parameter))) ?? (await MEDIA.head(uploadKey(jobId, parameter)))
  const type = object?.httpMetadata?.contentType
  if (!object || type === undefined) throw new AppError('NOT_FOUND')
  return { object, type, name: sourceNameOf(row, parameter, type) }
}

function headersOf(c: AppContext, maxAge: number, { type, name, object }: StoredObject) {
  const isText = type === subtitlesType
  const isDownload = isText || c.req.query('download') === '1'
  return {
    etag: object.httpEtag,
    'accept-ranges': 'bytes',
    'content-type': isText ? `${type}; charset=utf-8` : type,
    'x-content-type-options': 'nosniff',
    'cache-control': maxAge === 0 ? 'private, no-cache' : `private, max-age=${maxAge}, immutable`,
    'content-disposition': isDownload ? `attachment; ${name}` : 'inline'
  }
}

/** The requested part of the file; the whole file when the client's partial copy is of another version. */
function rangeOf(c: AppContext, etag: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const condition = c.req.header('if-range')
  if (condition !== undefined && condition !== etag) return 'whole'
  return readRange(c.req.header('range'), size)
}

const isKnown = (c: AppContext, etag: string): boolean => {
  const sent = c.req.header('if-none-match')
  return sent === '*' || (sent ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** The bytes of a file or of a part of it; null for HEAD. */
async function bytesOf(
  c: AppContext,
  { object: { key, size }, overwrites }: StoredObject,
  range: ByteRange | 'whole',
  replaced: Uint8Array<ArrayBuffer> | null
): Promise<ReadableStream | Uint8Array<ArrayBuffer> | null> {
  if (c.req.method === 'HEAD') return null
  if (replaced) return range === 'whole' ? replaced : replaced.subarray(range.offset, range.offset + range.length)
  const found = (await overwrites?.()) ?? []
  const object = expectFound(await c.env.MEDIA.get(key, range === 'whole' ? {} : { range }))
  if (found.length === 0) return object.body
  const { offset, length } = range === 'whole' ? { offset: 0, length: size } : range
  // A stream of unknown length would be sent without its length.
  return object.body.pipeThrough(overwriting(offset, found)).pipeThrough(new FixedLengthStream(length))
}

async function fileResponse(c: AppContext): Promise<Response> {
  const link = linkOf(c)
  const { jobId, file, expiresAt } = link
  limitFileReads(c, jobId)
  const stored = await (typeof file === 'number' ? findResult(c, jobId, file) : findSource(c, jobId, file))
  return answerWithFile(c, stored, Math.max(0, Math.floor((expiresAt - Date.now()) / 1000)))
}

/**
 * The bytes of a file that the caller may read, or the part of it that the request asks for.
 * @param maxAgeSeconds for how long a browser need not ask again
 */
export async function answerWithFile(c: AppContext, stored: StoredObject, maxAgeSeconds: number): Promise<Response> {
  const { httpEtag } = stored.object
  const headers = headersOf(c, maxAgeSeconds, stored)
  if (isKnown(c, httpEtag)) return new Response(null, { status: 304, headers })
  const replaced = (await stored.replaced?.()) ?? null
  const size = replaced?.length ?? stored.object.size
  const range = rangeOf(c, httpEtag, size)
  if (range === 'unsatisfiable') {
    const refused = { 'cache-control': 'private, no-store', 'content-range': `bytes */${size}` }
    return new Response(null, { status: 416, headers: refused })
  }
  const body = await bytesOf(c, stored, range, replaced)
  if (range === 'whole') return new Response(body, { headers: { ...headers, 'content-length': String(size) } })
  const { offset, length } = range
  const part = {
    'content-length': String(length),
    'content-range': `bytes ${offset}-${offset + length - 1}/${size}`
  }
  return new Response(body, { status: 206, headers: { ...headers, ...part } })
}

export function mountFiles(app: Hono<HonoEnv>) {
  app.get(path, (c) => fileResponse(c))
}
