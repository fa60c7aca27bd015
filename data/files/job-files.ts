// The R2 keys of a job's files and the signed URLs under which users read them. Keys are built only here.
import { createHash, createHmac } from 'node:crypto'
import { inShard, shardOf } from '#domain/shard.ts'
import { isSignature } from '../base/signature.ts'

const jobIdPattern = /^h[1-9]\d{0,3}-[0-9a-f]{32}$/

export const isJobId = (text: string): boolean => jobIdPattern.test(text)

/**
 * The row id of a user's operation: a repeated submission finds the same row, and other users cannot guess the id. It
 * leads to the database with the user's history.
 */
export function jobIdOf(userId: string, operationId: string): string {
  const digest = createHash('sha256').update(`job\0${userId}\0${operationId}`).digest('hex')
  return inShard(shardOf(userId), digest.slice(0, 32))
}

/**
 * The operation of the job that makes a broken work once more: the same for every request.
 * @param attempt from 1
 */
export function redoOperationOf(operationId: string, attempt: number): string {
  const digest = createHash('sha256').update(`redo\0${operationId}`).digest('hex')
  return `redo-${digest.slice(0, 32)}-${attempt}`
}

export const uploadsPrefix = 'uploads/'
export const uploadKey = (jobId: string, parameter: string) => `${uploadsPrefix}${jobId}/${parameter}`
/** A file that a completed job was made from, kept as long as its result. */
export const sourceKey = (jobId: string, parameter: string) => `sources/${jobId}/${parameter}`
/** How long an upload stays that is not kept with a result: the job that needs it has ended long before. */
export const uploadKeptMs = 24 * 60 * 60 * 1000
export const resultsPrefix = 'results/'
export const resultKey = (jobId: string, index: number) => `${resultsPrefix}${jobId}/${index}`
/** The subtitles of a recording. */
export const subtitlesKey = (jobId: string) => `subtitles/${jobId}`

/** Parts of recordings that are being made, or whose job failed. The name follows from the text and the voice settings. */
export const speechPartsPrefix = 'speech/'
export const speechPartsOf = (userId: string) => `${speechPartsPrefix}${userId}/`
export const speechPartKey = (userId: string, digest: string) => `${speechPartsOf(userId)}${digest}`
/** The provider's recording of a part, until it is encoded. */
export const speechPartSamplesKey = (userId: string, digest: string) => `${speechPartKey(userId, digest)}.pcm`
/** How long the part is, and its subtitles. */
export const speechPartFactsKey = (userId: string, digest: string) => `${speechPartKey(userId, digest)}.json`

export interface LinkSettings {
  SITE_ORIGIN: string
  JWT_SECRET: string
  JWT_SECRET_PREVIOUS?: string | undefined
}

const windowMs = 30 * 60_000

/** The number of a result, or the parameter of a file that the job was made from. */
export type FileName = number | string

const signatureOf = (secret: string, jobId: string, file: FileName, expiresAt: number): Buffer =>
  createHmac('sha256', secret).update(`file\0${jobId}\0${file}\0${expiresAt}`).digest().subarray(0, 24)

/** A signed URL to read one file for 30 to 60 minutes. It changes every half hour, so that browsers can cache. */
export function fileLink(settings: LinkSettings, jobId: string, file: FileName, now: number): string {
  const expiresAt = (Math.floor(now / windowMs) + 2) * windowMs
  const signature = signatureOf(settings.JWT_SECRET, jobId, file, expiresAt).toString('base64url')
  return `${settings.SITE_ORIGIN}/api/files/${jobId}/${file}?expires=${expiresAt}&signature=${signature}`
}

export interface SentLink {
  jobId: string
  file: FileName
  expiresAt: number
  signature: string
}

/** Whether we signed this URL and it has not expired. */
export function isValidLink(settings: LinkSettings, link: SentLink, now: number): boolean {
  if (link.expiresAt <= now) return false
  const secrets = [settings.JWT_SECRET, settings.JWT_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  return secrets.some((secret) =>
    isSignature(link.signature, signatureOf(secret, link.jobId, link.file, link.expiresAt))
  )
}
