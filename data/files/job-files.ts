// The R2 keys of a job's files and the signed URLs under which users read them. Keys are built only here.
import { createHash } from 'node:crypto'
import { inShard, shardOf } from '#domain/shard.ts'
import { isSignedLink, type LinkSettings, signedLink } from './signed-link.ts'

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

/** A recording of a call of the API that goes on after its client has left. Removed and erased like parts of recordings. */
export const handedRecordingKey = (userId: string, callId: string) => `${speechPartsOf(userId)}call-${callId}`
/** What was asked about it. */
export const handedFactsKey = (userId: string, callId: string) => `${handedRecordingKey(userId, callId)}.json`

/** The number of a result, or the parameter of a file that the job was made from. */
export type FileName = number | string

const signedPart = (jobId: string, file: FileName) => `file\0${jobId}\0${file}`

export const fileLink = (settings: LinkSettings, jobId: string, file: FileName, now: number): string =>
  signedLink(settings, `${jobId}/${file}`, signedPart(jobId, file), now)

export interface SentLink {
  jobId: string
  file: FileName
  expiresAt: number
  signature: string
}

export const isValidLink = (settings: LinkSettings, link: SentLink, now: number): boolean =>
  isSignedLink(settings, signedPart(link.jobId, link.file), link, now)
