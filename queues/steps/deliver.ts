// Stores a finished result: first the files in R2 under keys made from the job's id, then the row, then the money
// (finish.ts). Must never complete a job unless all its files are stored, intact and of the right kind.
import { resultKey } from '#data/files/job-files.ts'
import { completeLate, endJob, findJob, type JobRow } from '#data/history/jobs.ts'
import type { JobFailureCode } from '#contract/job-failures.ts'
import { mayDeliverLate, type StoredFile } from '#domain/job.ts'
import { sourceOf } from '#formats/media-inspect.ts'
import { nameOf, report } from '#notices/report.ts'
import { retried } from '#durable-objects/base/retry.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { MediaOutput } from '#providers/media/media.ts'
import { type JobContext, type NextStep, persist } from '../base/context.ts'
import {
  atMost,
  type Download,
  download,
  DownloadFailure,
  type DownloadProblem,
  type DownloadRules
} from './download.ts'
import { factsOf, keepSources, removeResults, removeSources, resultsMax, storedSource, withSubtitles } from './files.ts'
import { end, finish, publishJob } from './finish.ts'
import { loadMarking } from './late-mark.ts'
import { sheetIndex, storeTiles } from './sheet.ts'
import { partsOf, storeParts } from './store-parts.ts'

const triesMax = 3

// A picture of 4096 × 4096 pixels with transparency, of pure noise, is a PNG of 64 MB; enlarged pictures have a little more.
const small = { sizeBytesMax: 96 * 1024 * 1024, timeoutMs: 30_000 }
const limits: Record<JobRow['kind'], Pick<DownloadRules, 'sizeBytesMax' | 'timeoutMs'>> = {
  image: small,
  'image-tool': small,
  audio: small,
  video: { sizeBytesMax: 512 * 1024 * 1024, timeoutMs: 120_000 }
}

/** Time to store bytes that are in memory, retries included. */
export const storageMaxMs = 60_000

/** Time to fetch and store results, retries included. */
export const deliveryMaxMs = (kind: JobRow['kind']): number => triesMax * limits[kind].timeoutMs + storageMaxMs

/** Thrown for bytes that are not a usable result, whatever the provider says. */
class BrokenResult extends Error {
  override name = 'BrokenResult'
}

async function storeBytes({ env }: JobContext, row: JobRow, index: number, bytes: Uint8Array): Promise<StoredFile> {
  const file = await factsOf(row.kind, index, sourceOf(bytes))
  if (!file) throw new BrokenResult()
  await env.MEDIA.put(resultKey(row.id, index), bytes)
  return file
}

/**
 * Writes the key only once: a delivery that lost its lease must not replace or delete the file with which another
 * delivery has completed the job.
 * @returns the size; null when another delivery has written the key
 */
async function storeStream(
  bucket: R2Bucket,
  key: string,
  fetched: Exclude<Download, { kind: 'bytes' }>
): Promise<number | null> {
  if (fetched.kind === 'parts') return storeParts(bucket, key, fetched.parts)
  const written = await bucket.put(key, fetched.stream, { onlyIf: { etagDoesNotMatch: '*' } })
  return written?.size ?? null
}

async function storeLink(
  context: JobContext,
  row: JobRow,
  index: number,
  link: Extract<MediaOutput, { kind: 'link' }>
): Promise<StoredFile> {
  const { env, environment } = context
  const fetched = await download(link, { ...limits[row.kind], isLocal: environment.STAGE === 'local' })
  if (fetched.kind === 'bytes') return storeBytes(context, row, index, fetched.bytes)
  return storedFile(context, row, index, await storeStream(env.MEDIA, resultKey(row.id, index), fetched))
}

/** The rest of the provider's own answer: it comes once, so no step here can begin again. */
async function storeAnswer(
  { env, ...context }: JobContext,
  row: JobRow,
  index: number,
  { stream, sizeBytes }: Extract<MediaOutput, { kind: 'stream' }>
): Promise<StoredFile> {
  const { sizeBytesMax } = limits[row.kind]
  if (sizeBytes !== null && sizeBytes > sizeBytesMax) {
    await stream.cancel()
    throw new DownloadFailure('too-large')
  }
  const written = await storeParts(env.MEDIA, resultKey(row.id, index), atMost(partsOf(stream), sizeBytesMax))
  return storedFile({ env, ...context }, row, index, written)
}

/** @param written the size; null when another delivery has written the file */
async function storedFile(
  { env }: JobContext,
  row: JobRow,
  index: number,
  written: number | null
): Promise<StoredFile> {
  const key = resultKey(row.id, index)
  const size = written ?? (await env.MEDIA.head(key))?.size
  const file = size === undefined ? null : await factsOf(row.kind, index, storedSource(env, key, size))
  if (file) return file
  if (written !== null) await env.MEDIA.delete(key)
  throw new BrokenResult()
}

const isFinal = (error: unknown) =>
  error instanceof BrokenResult ||
  error instanceof ProviderFailure ||
  (error instanceof DownloadFailure && error.problem !== 'unreachable')

const storeOne = (context: JobContext, row: JobRow, index: number, output: MediaOutput): Promise<StoredFile> =>
  output.kind === 'stream'
    ? storeAnswer(context, row, index, output)
    : retried(
        () =>
          output.kind === 'bytes'
            ? storeBytes(context, row, index, output.bytes)
            : storeLink(context, row, index, output),
        { attemptsMax: triesMax, firstPauseMs: 250, isPassing: (error) => !isFinal(error) }
      )

/** The four pictures of a sheet. */
async function storeSheet(context: JobContext, row: JobRow, output: MediaOutput): Promise<StoredFile[]> {
  const sheet = await storeOne(context, row, sheetIndex, output)
  const files = await retried(() => storeTiles(context.env, row, sheet), { attemptsMax: triesMax, firstPauseMs: 250 })
  if (!files) throw new BrokenResult()
  return files
}

/** Stores the first result last: if it exists, all of them do (see `findResults`). */
async function storeAll(context: JobContext, row: JobRow, outputs: readonly MediaOutput[]): Promise<StoredFile[]> {
  const [first] = outputs
  if (!first) throw new BrokenResult()
  if (first.kind === 'link' && first.sheet) return storeSheet(context, row, first)
  const kept = outputs.slice(0, resultsMax)
  const files: StoredFile[] = []
  for (const [index, output] of [...kept.entries()].toReversed())
    files.unshift(await storeOne(context, row, index, output))
  return files
}

const failures: Record<DownloadProblem, JobFailureCode> = {
  lost: 'RESULT_LOST',
  unreachable: 'RESULT_LOST',
  broken: 'RESULT_BROKEN',
  'too-large': 'RESULT_TOO_LARGE'
}

function failureOf(error: unknown): JobFailureCode {
  if (error instanceof BrokenResult) return 'RESULT_BROKEN'
  if (error instanceof DownloadFailure) return failures[error.problem]
  // The answer broke off while it was stored. It was the only way to the result.
  if (error instanceof ProviderFailure) return 'PROVIDER_FAILED'
  return 'INTERNAL'
}

/**
 * Stores the results and completes the job.
 * @returns `not-now` when fetching or storing failed but may work later, after asking the provider again
 */
export async function deliver(
  context: JobContext,
  row: JobRow,
  outputs: readonly MediaOutput[]
): Promise<NextStep | 'not-now'> {
  let files: StoredFile[]
  try {
    files = await storeAll(context, row, outputs)
  } catch (error) {
    const failure = failureOf(error)
    report(row.userId, { event: 'job-delivery-failed', jobId: row.id, failure, error: nameOf(error) })
    if (!isFinal(error) && row.ticket !== null) return 'not-now'
    return end(context, row.id, { step: 'failed', failure })
  }
  return complete(context, row, files)
}

/** Completes a job whose files are stored. If the job was given up meanwhile, the user gets the files for free. */
export async function complete(context: JobContext, held: JobRow, stored: StoredFile[]): Promise<NextStep> {
  const { env, environment, history } = context
  const { id, kind } = held
  const made = environment.AI_MARK === 'off' ? stored : await (await loadMarking()).markResults(context, held, stored)
  const files = kind === 'audio' ? await withSubtitles(env, id, made) : made
  const completed = await persist(() => endJob(history, id, { step: 'completed', files }, { now: Date.now() }))
  if (completed) return finish(context, completed)
  const row = await findJob(history, id)
  if (row && mayDeliverLate(row)) return keepLate(context, row, files)
  // Another delivery has completed the job, perhaps an earlier try of this one whose response was lost. The files are
  // the same, and the sweeper finishes a row that is still due.
  if (row?.step !== 'completed') await removeResults(env, id)
  else if (row.chargedTokens === null) return finish(context, row)
  return null
}

async function keepLate(context: JobContext, row: JobRow, files: StoredFile[]): Promise<NextStep> {
  if (row.chargedTokens === null) await finish(context, row)
  const keptSources = await keepSources(context.env, row)
  const kept = await completeLate(context.history, row.id, { files, keptSources }, Date.now())
  if (kept) await publishJob(context, kept)
  // Another delivery has just kept the same files, or the user has deleted the job, and then its files go.
  else if ((await findJob(context.history, row.id))?.step !== 'completed') {
    await removeResults(context.env, row.id)
    await removeSources(context.env, row)
  }
  return null
}
