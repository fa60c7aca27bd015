// Submits a job, or all jobs of a batch, up to the queue: reserve, store the files, insert the rows, send the queue
// messages. Each step may be repeated with the same id, so a retry after a crash continues where the first try stopped.
// Must never leave a job without a reservation, nor a reservation that stays open: a job's row leads to its end, and
// without a row the wallet's alarm ends it after a minute, after which the same id begins anew. Of a batch all jobs are
// reserved, and all rows inserted, in one commit each: a batch is never begun in part.
import { premiumEndedText } from '#contract/catalogue/plans.ts'
import type { JobOrder } from '#contract/job-orders.ts'
import { uploadKey } from '#data/files/job-files.ts'
import { findJob, type JobRow, type NewJob } from '#data/history/jobs.ts'
import { findHindrances } from '#data/directory/service-switches.ts'
import { coveringPlanOf } from '#domain/account-plan.ts'
import { reservationLifetimeMs } from '#domain/job.ts'
import { switchAgainst } from '#domain/service-switch.ts'
import { choiceOf, type SuppliedJob } from '#domain/supplies/choice.ts'
import { refusalOf } from '#durable-objects/wallet/refusal.ts'
import { nameOf, report } from '#notices/report.ts'
import { retried } from '#durable-objects/base/retry.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { ReserveCommand, ReserveResult } from '#durable-objects/wallet/calls.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { inForce } from '../http/in-force.ts'
import { callerPlan } from '../http/session.ts'
import { shownTokensOf } from '../http/shown-price.ts'
import { refused } from '../premium/refused.ts'
import { announceWaiting, insert, releaseUnused } from './begin-jobs.ts'
import type { Upload } from './check-uploads.ts'
import { loadChatPlaces } from './late-chat-place.ts'
import { type PreparedJobs, prepareJobs } from './prepare-job.ts'

export interface Submitted {
  /** One, or those of a batch in their order. */
  rows: readonly [JobRow, ...JobRow[]]
  /** True when an earlier request with the same id created them. */
  isReplay: boolean
}

/** How long a client waits before it retries when too many of its jobs are running. */
const retryRunningSeconds = 10

/** The refusal when as many jobs run as may run at once. */
const tooMany = (runningMax: number, count: number) => ({
  text:
    count === 1
      ? `Уже выполняется столько работ, сколько можно одновременно: ${runningMax}. Дождитесь окончания одной из них`
      : `Одновременно может выполняться работ: ${runningMax}, а с этим набором стало бы больше. Дождитесь окончания или выберите меньше`,
  retryAfter: retryRunningSeconds
})

/** Premium covers nothing that a key orders: programs would sell it on. */
const coveringPlan = (c: AppContext) => (c.var.orderedBy ? undefined : coveringPlanOf(callerPlan(c), Date.now()))

/** @throws ApiError: the key has ended, or a limit of it stops the works */
async function reserveAll(c: AppContext, userId: string, commands: ReserveCommand[]): Promise<ReserveResult[]> {
  const user = userOf(c.env, userId)
  if (!c.var.orderedBy) return user.reserveAll(commands)
  const { proof, model, refuse } = c.var.orderedBy
  const ordered = await user.orderWorks({ proof, model, commands })
  if (ordered.state === 'refused') throw refuse(ordered)
  return ordered.results
}

/**
 * Reserves for all jobs or for none.
 * @returns the results in the order of the jobs
 * @throws AppError with the refusal
 */
async function reserve(c: AppContext, { jobs, action }: PreparedJobs): Promise<ReserveResult[]> {
  const runningMax = c.var.orderedBy?.runningMax ?? c.var.environment.LIMIT_RUNNING_JOBS
  const plan = coveringPlan(c)
  const commands = jobs.map(({ operationId, fingerprint, priceTokens, service, model, kind }) => ({
    id: operationId,
    fingerprint,
    priceTokens,
    owner: 'job' as const,
    operation: { service, model, action },
    lifetimeMs: reservationLifetimeMs(kind),
    runningMax,
    plan
  }))
  const results = await reserveAll(c, jobs[0].userId, commands)
  for (const result of results) {
    // An ended operation has its row, or is refused once the rows are read.
    const refusal = result.state === 'closed' ? null : refusalOf(result)
    if (refusal) throw refused(refusal, tooMany(runningMax, jobs.length), jobs[0].priceTokens * jobs.length)
  }
  return results
}

/** A repeated submission has the same bytes, so an existing object is kept. */
const storeOne = (bucket: R2Bucket, key: string, { bytes, type: contentType }: Upload) =>
  retried(() => bucket.put(key, bytes, { onlyIf: { etagDoesNotMatch: '*' }, httpMetadata: { contentType } }), {
    attemptsMax: 2,
    firstPauseMs: 0
  })

/**
 * @param ours the ids that this call has reserved
 * @returns false if this call failed, and another one with its id has stored the same files and begun the jobs
 * @throws AppError JOB_NOT_SUBMITTED after releasing the tokens that this call has reserved
 */
async function storeUploads(
  c: AppContext,
  jobs: readonly NewJob[],
  uploads: readonly Upload[],
  ours: readonly string[]
) {
  const [first] = jobs
  if (!first) return true
  try {
    // One job after the other: the bytes of all files are in memory already.
    for (const job of jobs)
      await Promise.all(uploads.map((upload) => storeOne(c.env.MEDIA, uploadKey(job.id, upload.parameter), upload)))
    return true
  } catch (error) {
    report(first.userId, { event: 'job-step-failed', jobId: first.id, error: nameOf(error) })
    if (await findJob(historyOf(c), first.id)) return false
    // The jobs have no rows yet, and without their files they cannot start: release their tokens.
    const user = userOf(c.env, first.userId)
    await Promise.all(ours.map((id) => user.release({ id, outcome: 'failed' })))
    throw new AppError('JOB_NOT_SUBMITTED')
  }
}

const findAll = async (c: AppContext, jobs: readonly NewJob[]): Promise<JobRow[]> =>
  (await Promise.all(jobs.map(({ id }) => findJob(historyOf(c), id)))).filter((row) => row !== undefined)

/** Why no new job of this kind is accepted; null when one is. */
export async function hindranceOf(c: AppContext, job: SuppliedJob & Pick<NewJob, 'model'>): Promise<AppError | null> {
  const now = Date.now()
  const [{ outages, switches }, { supplies }] = await Promise.all([
    findHindrances(c.var.directory, job.service, now),
    inForce(c)
  ])
  const choice = choiceOf(job, supplies, outages, now)
  const why = 'why' in choice ? choice.why : null
  if (why === 'unconnected') return new AppError('NOT_CONNECTED')
  const off = switchAgainst(switches, job)
  if (off) return new AppError('SERVICE_OFF', { text: off.reason })
  if ('why' in choice && why === 'unmet')
    return new AppError('SETTINGS_UNAVAILABLE', { text: `${unmetText}: ${choice.unmet.join(', ')}` })
  return why === null ? null : new AppError('UNAVAILABLE')
}

const unmetText = 'Сейчас этого не сделать с тем, что вы выбрали. Измените'

/** PRICE_CHANGED: the jobs cost more than their user was shown, and no plan covers them. */
function dearer(c: AppContext, { jobs }: PreparedJobs): AppError | null {
  const priceTokens = jobs[0].priceTokens * jobs.length
  const shown = shownTokensOf(c) ?? Infinity
  if (priceTokens <= shown || coveringPlan(c)) return null
  return new AppError('PRICE_CHANGED', { data: { priceTokens }, ...(shown === 0 && { text: premiumEndedText }) })
}

/**
 * A job that was submitted before continues in any case, even when it has no row yet and only its tokens are reserved.
 * @throws AppError NOT_CONNECTED, SERVICE_OFF, SETTINGS_UNAVAILABLE, UNAVAILABLE, PRICE_CHANGED for a new job
 */
async function demandAcceptance(c: AppContext, prepared: PreparedJobs) {
  const [job] = prepared.jobs
  const refusal = (await hindranceOf(c, job)) ?? dearer(c, prepared)
  if (!refusal || (await findJob(historyOf(c), job.id))) return
  if ((await userOf(c.env, job.userId).openPrice(job.operationId)) === null) throw refusal
}

/**
 * Submits the jobs of a request, only once for one operation id.
 * @throws AppError: plan, limits, files, provider, tokens, or another request with the same id
 */
export const submitJobs = async (request: JobOrder, operationId: string, c: AppContext): Promise<Submitted> =>
  submitPrepared(await prepareJobs(request, operationId, c), c)

/** @throws AppError: provider, chat, tokens, or another request with the same id */
export async function submitPrepared(prepared: PreparedJobs, c: AppContext, isRepeated = false): Promise<Submitted> {
  await demandAcceptance(c, prepared)
  const { uploads, place } = prepared
  const card = place && (await (await loadChatPlaces()).cardFor(c, { jobs: prepared.jobs, place }))
  const results = await reserve(c, prepared)
  // Tokens that are already reserved keep their amount: the price may have changed since.
  const unaskedIn = place?.unasked ? place.conversationId : null
  const jobs = prepared.jobs.map((job, index) => {
    const result = results[index]
    return { ...job, unaskedIn, ...(result?.state === 'known' && { priceTokens: result.priceTokens }) }
  })
  const states = new Map(jobs.map(({ operationId: id }, index) => [id, results[index]?.state]))
  const repeated = jobs.filter(({ operationId: id }) => states.get(id) !== 'reserved')
  const begun = await findAll(c, repeated)
  const missing = jobs.filter(({ id }) => !begun.some((row) => row.id === id))
  if (missing.some(({ operationId: id }) => states.get(id) === 'closed')) throw new AppError('JOB_NOT_SUBMITTED')
  const ours = jobs.flatMap(({ operationId: id }) => (states.get(id) === 'reserved' ? [id] : []))
  const isStored = await storeUploads(c, missing, uploads, ours)
  const inserted = isStored ? await insert(c, missing, { ...prepared, card, ours }) : []
  if (inserted === 'released') {
    if (isRepeated) throw new AppError('JOB_NOT_SUBMITTED')
    return submitPrepared(prepared, c, true)
  }
  if (card) announceWaiting(c, begun)
  if (prepared.enlarges) await releaseUnused(c, prepared, inserted)
  const known = isStored ? begun : await findAll(c, jobs)
  const rows = [...known, ...inserted.map(({ row }) => row)].toSorted(byPlace)
  const [first, ...others] = rows
  if (!first) throw new AppError('JOB_NOT_SUBMITTED')
  return { rows: [first, ...others], isReplay: !inserted.some(({ isNew }) => isNew) }
}

const byPlace = (one: JobRow, other: JobRow) => (one.batch?.index ?? 0) - (other.batch?.index ?? 0)
