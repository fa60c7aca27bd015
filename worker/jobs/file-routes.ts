// A job's files under signed URLs: anybody with the URL may read one file until it expires. Never serves a type that a
// browser would execute, and never a file of a deleted job.
import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isJobId, isValidLink, resultKey } from '#data/job-files.ts'
import { openHistory } from '#data/database.ts'
import { findJob, type JobRow } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitFileReads } from '../http/limit.ts'
import { fileNameOf } from './file-name.ts'
import { type ByteRange, readRange } from './range.ts'

const path = '/files/:jobId/:index'

/**
 * No scripts, no forms, no external resources. A browser that opens a video directly generates a page around it, which
 * loads the video again from its own origin and has an inline style.
 */
const filePolicy =
  "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

/** Replaces the general policy for files: a file may be shown, but nothing in it may run. */
export const fileSafety = createMiddleware<HonoEnv>(async (c, next) => {
  await next()
  c.header('content-security-policy', filePolicy)
})

interface Link {
  jobId: string
  index: number
  expiresAt: number
}

/** @throws AppError BAD_LINK for a URL that we did not sign or that has expired */
function linkOf(c: AppContext): Link {
  const { jobId = '', index = '' } = c.req.param()
  const { expires = '', signature = '' } = c.req.query()
  // One text for each link: the signature covers the numbers, so `00` would pass with the signature of `0`.
  const isWellFormed = isJobId(jobId) && /^(0|[1-9]\d?)$/.test(index) && /^[1-9]\d{12}$/.test(expires)
  const link = { jobId, index: Number(index), expiresAt: Number(expires), signature }
  if (!isWellFormed || !isValidLink(c.var.environment, link, Date.now())) throw new AppError('BAD_LINK')
  return link
}

export interface FoundFile {
  row: JobRow
  file: StoredFile
}

function fileOf(row: JobRow | undefined, { index }: Link): FoundFile {
  const file = row?.deletedAt === null && row.step === 'completed' ? row.files.find((one) => one.index === index) : null
  if (!row || !file) throw new AppError('NOT_FOUND')
  return { row, file }
}

function headersOf(c: AppContext, maxAge: number, { row, file }: FoundFile, etag: string) {
  const isDownload = c.req.query('download') === '1'
  return {
    etag,
    'accept-ranges': 'bytes',
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
    'cache-control': maxAge === 0 ? 'private, no-cache' : `private, max-age=${maxAge}, immutable`,
    'content-disposition': isDownload ? `attachment; ${fileNameOf(row, file)}` : 'inline'
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
async function bytesOf(c: AppContext, key: string, range: ByteRange | 'whole'): Promise<ReadableStream | null> {
  if (c.req.method === 'HEAD') return null
  const object = await c.env.MEDIA.get(key, range === 'whole' ? {} : { range })
  if (!object) throw new AppError('NOT_FOUND')
  return object.body
}

/** The row and the object's version and size are read at the same time, to save one round trip. */
async function fileResponse(c: AppContext): Promise<Response> {
  const link = linkOf(c)
  limitFileReads(c, link.jobId)
  const key = resultKey(link.jobId, link.index)
  const [row, object] = await Promise.all([findJob(openHistory(c.env, link.jobId), link.jobId), c.env.MEDIA.head(key)])
  const maxAgeSeconds = Math.max(0, Math.floor((link.expiresAt - Date.now()) / 1000))
  return answerWithFile(c, fileOf(row, link), { object, maxAgeSeconds })
}

/**
 * The bytes of a file that the caller may read, or the part of it that the request asks for.
 * @param object of the file in R2 @param maxAgeSeconds for how long a browser need not ask again
 * @throws AppError NOT_FOUND when there is no object
 */
export async function answerWithFile(
  c: AppContext,
  found: FoundFile,
  { object, maxAgeSeconds }: { object: R2Object | null; maxAgeSeconds: number }
): Promise<Response> {
  if (!object) throw new AppError('NOT_FOUND')
  const { key, httpEtag, size } = object
  const headers = headersOf(c, maxAgeSeconds, found, httpEtag)
  if (isKnown(c, httpEtag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(c, httpEtag, size)
  if (range === 'unsatisfiable') {
    const refused = { 'cache-control': 'private, no-store', 'content-range': `bytes */${size}` }
    return new Response(null, { status: 416, headers: refused })
  }
  const body = await bytesOf(c, key, range)
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
