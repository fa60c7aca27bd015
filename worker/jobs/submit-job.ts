// Submits a job, up to the queue: reserve, store the files, insert the row, send the queue message. Each step may be
// repeated with the same id, so a retry after a crash continues where the first try stopped. Must never leave a job
// without a reservation, nor a reservation that nothing ends: a job's row leads to its end, and without a row the
// wallet's alarm ends it after a minute, after which the same id begins anew.
import type { GenerationRequest } from '#contract/generation.ts'
import { uploadKey } from '#data/job-files.ts'
import { jobView } from '#data/history/job-view.ts'
import { findJob, insertJob, type JobRow } from '#data/history/jobs.ts'
import { isSwitchedOff } from '#data/directory/outages.ts'
import { coveringPlanOf } from '#domain/account-plan.ts'
import { reservationLifetimeMs } from '#domain/job.ts'
import { refusalOf } from '#durable-objects/answer/refusal.ts'
import { publish } from '#durable-objects/publish.ts'
import { nameOf, report } from '#notices/report.ts'
import { retried } from '#durable-objects/retry.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { ReserveResult } from '#durable-objects/wallet/calls.ts'
import { sendJob } from '#queues/index.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { callerAccount } from '../http/session.ts'
import { refused } from '../premium/refused.ts'
import { type PreparedJob, prepareJob } from './prepare-job.ts'

export interface Submitted {
  row: JobRow
  /** True when an earlier request with the same id created this job. */
  isReplay: boolean
}

/** How long a client waits before it retries when too many of its jobs are running. */
const retryRunningSeconds = 10

/** The refusal when as many jobs run as may run at once. */
const tooMany = (runningMax: number) => ({
  text: `Уже выполняется столько работ, сколько можно одновременно: ${runningMax}. Дождитесь окончания одной из них`,
  retryAfter: retryRunningSeconds
})

function reserve(c: AppContext, { job, action }: PreparedJob): Promise<ReserveResult> {
  const { env } = c
  const { environment } = c.var
  const { userId, operationId, fingerprint, priceTokens, service, model, kind } = job
  return userOf(env, userId).reserve({
    id: operationId,
    fingerprint,
    priceTokens,
    owner: 'job',
    operation: { service, model, action },
    lifetimeMs: reservationLifetimeMs(kind),
    runningMax: environment.LIMIT_RUNNING_JOBS,
    plan: coveringPlanOf(callerAccount(c), Date.now())
  })
}

/** A repeated submission has the same bytes, so an existing object is kept. */
const storeOne = (bucket: R2Bucket, key: string, bytes: Uint8Array<ArrayBuffer>) =>
  retried(() => bucket.put(key, bytes, { onlyIf: { etagDoesNotMatch: '*' } }), {
    attemptsMax: 2,
    firstPauseMs: 0
  })

/**
 * @returns the job, if this call failed and another one with its id has stored the same files and begun it
 * @throws AppError JOB_NOT_SUBMITTED after releasing the tokens that this call has reserved
 */
async function storeUploads(
  c: AppContext,
  { job, uploads }: PreparedJob,
  isOurs: boolean
): Promise<JobRow | undefined> {
  try {
    await Promise.all(uploads.map(({ parameter, bytes }) => storeOne(c.env.MEDIA, uploadKey(job.id, parameter), bytes)))
    return undefined
  } catch (error) {
    report(job.userId, { event: 'job-step-failed', jobId: job.id, error: nameOf(error) })
    const begun = await findJob(historyOf(c), job.id)
    if (begun) return begun
    // The job has no row yet, and without its files it cannot start: release its tokens.
    if (isOurs) await userOf(c.env, job.userId).release({ id: job.operationId, outcome: 'failed' })
    throw new AppError('JOB_NOT_SUBMITTED')
  }
}

/** Sends the queue message and tells the user's other pages. Not awaited: the sweeper repeats a failed send. */
async function announce(env: Env, row: JobRow, settings: AppContext['var']['environment']): Promise<void> {
  await Promise.all([
    sendJob(env, row).catch((error: unknown) =>
      report(row.userId, { event: 'job-step-failed', jobId: row.id, error: nameOf(error) })
    ),
    publish(env, row.userId, { type: 'job', job: jobView(row, settings, Date.now()) })
  ])
}

async function insert(c: AppContext, prepared: PreparedJob, isOurs: boolean): Promise<Submitted> {
  const begun = await storeUploads(c, prepared, isOurs)
  if (begun) return { row: begun, isReplay: true }
  const { row, isNew } = await insertJob(historyOf(c), prepared.job)
  if (row.fingerprint !== prepared.job.fingerprint) throw new AppError('IDEMPOTENCY_MISMATCH')
  if (isNew) c.executionCtx.waitUntil(announce(c.env, row, c.var.environment))
  return { row, isReplay: !isNew }
}

/** @throws AppError UNAVAILABLE for a new job of a provider that is switched off */
async function demandProvider(c: AppContext, { job: { id, provider } }: PreparedJob) {
  if (!(await isSwitchedOff(c.var.directory, provider, Date.now()))) return
  if (!(await findJob(historyOf(c), id))) throw new AppError('UNAVAILABLE')
}

/**
 * Submits a job, only once for one operation id.
 * @throws AppError: plan, limits, files, provider, tokens, or another request with the same id
 */
export const submitJob = async (request: GenerationRequest, operationId: string, c: AppContext): Promise<Submitted> =>
  submitPrepared(await prepareJob(request, operationId, c), c)

/** @throws AppError: provider, tokens, or another request with the same id */
export async function submitPrepared(prepared: PreparedJob, c: AppContext): Promise<Submitted> {
  await demandProvider(c, prepared)
  const reserved = await reserve(c, prepared)
  switch (reserved.state) {
    case 'reserved':
      return insert(c, prepared, true)
    case 'known': {
      const row = await findJob(historyOf(c), prepared.job.id)
      return row ? { row, isReplay: true } : insert(c, prepared, false)
    }
    case 'closed': {
      const row = await findJob(historyOf(c), prepared.job.id)
      if (!row) throw new AppError('JOB_NOT_SUBMITTED')
      return { row, isReplay: true }
    }
    case 'conflict':
    case 'frozen':
    case 'insufficient':
    case 'plan-exhausted':
    case 'too-many-running':
      throw refused(refusalOf(reserved), tooMany(c.var.environment.LIMIT_RUNNING_JOBS), prepared.job.priceTokens)
    default:
      return reserved satisfies never
  }
}
