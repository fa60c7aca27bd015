// The money path of a generation, up to the queue: reserve, store the files, write the row, tell the queue. Each step may
// be repeated with the same id, so a retry after a crash goes on where the first try stopped. Must never leave a job
// without a reservation, nor a reservation without anybody who ends it: a row does, and without one the wallet's alarm.
import type { GenerationRequest } from '#contract/generation.ts'
import { uploadKey } from '#data/job-files.ts'
import { jobView } from '#data/job-view.ts'
import { findJob, insertJob, type JobRow } from '#data/jobs.ts'
import { reservationLifetimeMs } from '#domain/job.ts'
import { refusalOf } from '#durable-objects/answer/refusal.ts'
import { publish } from '#durable-objects/publish.ts'
import { nameOf, report } from '#notices/report.ts'
import { walletOf } from '#durable-objects/stubs.ts'
import type { ReserveResult } from '#durable-objects/wallet/calls.ts'
import { sendJob } from '#queues/index.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { callerAccount } from '../http/session.ts'
import { bearingPlanOf } from '../premium/premium-plan.ts'
import { refused } from '../refused.ts'
import { type PreparedJob, prepareJob } from './prepare-job.ts'

export interface Submitted {
  row: JobRow
  /** The same request came before: this is its job. */
  isReplay: boolean
}

/** What a client waits before it asks again for a place of its own. */
const retryRunningSeconds = 10
const storeTriesMax = 2

/** How a user hears that no place is free for another job. */
const tooMany = (runningMax: number) => ({
  text: `Уже выполняется столько работ, сколько можно одновременно: ${runningMax}. Дождитесь окончания одной из них`,
  retryAfter: retryRunningSeconds
})

function reserve(c: AppContext, { job, action }: PreparedJob): Promise<ReserveResult> {
  const { env } = c
  const { environment } = c.var
  const { userId, operationId, fingerprint, priceTokens, service, model, kind } = job
  return walletOf(env, userId).reserve({
    id: operationId,
    fingerprint,
    priceTokens,
    owner: 'job',
    operation: { service, model, action },
    lifetimeMs: reservationLifetimeMs(kind),
    runningMax: environment.LIMIT_RUNNING_JOBS,
    plan: bearingPlanOf(callerAccount(c), Date.now())
  })
}

async function storeOne(bucket: R2Bucket, key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      // A repeated submission brings the same bytes: what is there already stays.
      await bucket.put(key, bytes, { onlyIf: { etagDoesNotMatch: '*' } })
      return
    } catch (error) {
      if (tries === storeTriesMax) throw error
    }
  }
}

/** @throws AppError JOB_NOT_SUBMITTED after giving back what this call has reserved */
async function storeUploads(c: AppContext, { job, uploads }: PreparedJob, isOurs: boolean): Promise<void> {
  try {
    await Promise.all(uploads.map(({ parameter, bytes }) => storeOne(c.env.MEDIA, uploadKey(job.id, parameter), bytes)))
  } catch (error) {
    report(job.userId, { event: 'job-step-failed', jobId: job.id, error: nameOf(error) })
    // Nobody has seen this job: without its files it can never begin.
    if (isOurs) await walletOf(c.env, job.userId).release({ id: job.operationId, outcome: 'failed' })
    throw new AppError('JOB_NOT_SUBMITTED')
  }
}

/** Tells the queue and the user's other pages. Nobody waits for it: the sweeper sends what the queue did not take. */
async function announce(env: Env, row: JobRow, settings: AppContext['var']['environment']): Promise<void> {
  await Promise.all([
    sendJob(env, row).catch((error: unknown) =>
      report(row.userId, { event: 'job-step-failed', jobId: row.id, error: nameOf(error) })
    ),
    publish(env, row.userId, { type: 'job', job: jobView(row, settings, Date.now()) })
  ])
}

async function insert(c: AppContext, prepared: PreparedJob, isOurs: boolean): Promise<Submitted> {
  await storeUploads(c, prepared, isOurs)
  const { row, isNew } = await insertJob(c.var.database, prepared.job)
  if (row.fingerprint !== prepared.job.fingerprint) throw new AppError('IDEMPOTENCY_MISMATCH')
  if (isNew) c.executionCtx.waitUntil(announce(c.env, row, c.var.environment))
  return { row, isReplay: !isNew }
}

/**
 * Submits a generation once, however often it is asked for with this id.
 * @throws AppError: plan, limits, files, tokens, another request with the same id
 */
export async function submitJob(request: GenerationRequest, operationId: string, c: AppContext): Promise<Submitted> {
  const prepared = await prepareJob(request, operationId, c)
  const reserved = await reserve(c, prepared)
  switch (reserved.state) {
    case 'reserved':
      return insert(c, prepared, true)
    case 'known': {
      const row = await findJob(c.var.database, prepared.job.id)
      return row ? { row, isReplay: true } : insert(c, prepared, false)
    }
    case 'closed': {
      const row = await findJob(c.var.database, prepared.job.id)
      if (!row) throw new AppError('JOB_NOT_SUBMITTED')
      return { row, isReplay: true }
    }
    default:
      throw refused(refusalOf(reserved), tooMany(c.var.environment.LIMIT_RUNNING_JOBS), prepared.job.priceTokens)
  }
}
