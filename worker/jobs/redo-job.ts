// Makes a job that its user calls broken once more for nothing. First the claim is recorded in the row of the job, which
// bounds how many a user has within a day, then the new job is begun; its id follows from the job and the attempt. So a
// request that comes again, or comes after a crash in between, continues with the same job and never makes a second one.
import { isMadeOnce } from '#contract/catalogue/midjourney-actions.ts'
import { drawnSeed } from '#contract/catalogue/seed.ts'
import { jobIdOf, redoOperationOf, uploadKey } from '#data/files/job-files.ts'
import { findJob, insertJob, type JobRow } from '#data/history/jobs.ts'
import { recordAttempt, recordRedo } from '#data/history/redos.ts'
import { isEnded, redoAttemptsMax } from '#domain/job.ts'
import { isBound } from '#domain/supplies/choice.ts'
import { jobBytes } from '#domain/stored-bytes.ts'
import { report } from '#notices/report.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { callerHasRoom, limitJobs } from '../http/limit.ts'
import { findSource } from './kept-files.ts'
import { announce } from './begin-jobs.ts'
import { hindranceOf } from './submit-job.ts'

/** @throws AppError SERVICE_OFF, UNAVAILABLE, STORAGE_FULL, RATE_LIMITED, STORAGE_DAY_FULL */
async function demandPlace(c: AppContext, work: JobRow): Promise<void> {
  const hindrance = await hindranceOf(c, work)
  if (hindrance) throw hindrance
  const { kind, parameters, options } = work
  const bytes = jobBytes(parameters, options)
  if (!(await callerHasRoom(c, bytes))) throw new AppError('STORAGE_FULL')
  await limitJobs(c, kind, { count: 1, bytes })
}

/** The files are kept with the job, or with the one that they come from. @throws AppError REDO_SOURCE_GONE */
async function demandUploads(c: AppContext, work: JobRow): Promise<void> {
  const found = await Promise.all(work.uploads.map((parameter) => findSource(c, work, parameter)))
  if (found.some((object) => object === null)) throw new AppError('REDO_SOURCE_GONE')
}

async function copyUploads(c: AppContext, work: JobRow, to: string): Promise<void> {
  const { MEDIA } = c.env
  for (const parameter of work.uploads) {
    const source = await findSource(c, work, parameter)
    const object = source && (await MEDIA.get(source.key))
    if (!object) throw new AppError('REDO_SOURCE_GONE')
    await MEDIA.put(uploadKey(to, parameter), object.body, { httpMetadata: object.httpMetadata ?? {} })
  }
}

const findRedo = (c: AppContext, { userId, operationId, redoAttempts }: JobRow) =>
  findJob(historyOf(c), jobIdOf(userId, redoOperationOf(operationId, redoAttempts)))

/** The same seed would give the same fault. A seed that the user has chosen is shown with the settings, so it changes there too. */
function withNewSeed({ parameters, options }: JobRow): Pick<JobRow, 'parameters' | 'options'> {
  if (!('seed' in options)) return { parameters, options }
  const seed = drawnSeed(Math.random())
  return { parameters: 'seed' in parameters ? { ...parameters, seed } : parameters, options: { ...options, seed } }
}

/** Begins the attempt that the row of the job counts. */
async function begin(c: AppContext, work: JobRow): Promise<JobRow> {
  const { userId, fingerprint, kind, service, model, provider, upstreamModel, language, uploads } = work
  const operationId = redoOperationOf(work.operationId, work.redoAttempts)
  const id = jobIdOf(userId, operationId)
  await copyUploads(c, work, id)
  const { row, isNew } = await insertJob(historyOf(c), {
    id,
    userId,
    operationId,
    fingerprint,
    kind,
    service,
    model,
    provider,
    upstreamModel,
    ...withNewSeed(work),
    supply: isBound(work) ? work.supply : null,
    language,
    uploads,
    madeFrom: work.madeFrom,
    priceTokens: 0,
    createdAt: Date.now(),
    redoOf: work.operationId
  })
  if (row.redoOf !== work.operationId) throw new AppError('CONFLICT')
  if (isNew) {
    report(userId, { event: 'job-redone', jobId: work.id, redoJobId: id })
    c.executionCtx.waitUntil(announce(c.env, row, c.var.environment))
  }
  return row
}

/** A job whose claim is recorded: the job that is its answer, begun anew when it ended without a result. */
async function resume(c: AppContext, work: JobRow): Promise<JobRow> {
  const begun = await findRedo(c, work)
  if (!begun) return begin(c, work)
  // A deleted attempt was an answer only if it had a result.
  if (begun.deletedAt !== null && begun.step === 'completed') throw new AppError('REDO_DONE')
  if (!isEnded(begun.step) || begun.step === 'completed') return begun
  if (work.redoAttempts >= redoAttemptsMax) throw new AppError('REDO_DONE')
  await demandUploads(c, work)
  await demandPlace(c, work)
  const counted = await recordAttempt(historyOf(c), work)
  return begin(c, counted ?? (await reread(c, work)))
}

async function reread(c: AppContext, { id }: JobRow): Promise<JobRow> {
  const row = await findJob(historyOf(c), id)
  if (!row || row.deletedAt !== null) throw new AppError('NOT_FOUND')
  return row
}

/**
 * @param work the caller's own job, not deleted
 * @returns the job that makes it once more
 * @throws AppError JOB_RUNNING, REDO_DECLINED, REDO_DONE, REDO_LIMIT, REDO_SOURCE_GONE, and what a submission throws
 */
export async function redoJob(c: AppContext, work: JobRow): Promise<JobRow> {
  if (work.redoOf !== null) throw new AppError('REDO_DONE')
  if (!isEnded(work.step)) throw new AppError('JOB_RUNNING')
  if (work.step !== 'completed') throw new AppError('CONFLICT')
  if (isMadeOnce(work)) throw new AppError('REDO_DECLINED')
  if (work.redoAttempts > 0) return resume(c, work)
  await demandPlace(c, work)
  await demandUploads(c, work)
  const recorded = await recordRedo(historyOf(c), work, Date.now())
  if (recorded) return begin(c, recorded)
  const known = await reread(c, work)
  if (known.redoAttempts === 0) throw new AppError('REDO_LIMIT')
  return resume(c, known)
}
