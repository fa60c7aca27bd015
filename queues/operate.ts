// What an operator does to one job, by the same paths as its messages, its user and the sweep: a step that is running is left
// alone, no provider is asked to start twice, and a job ends once.
import { changeJob, findJob, giveUpJob, type JobRow } from '#data/history/jobs.ts'
import { isEnded, mayDeliverLate, partsTicket, returnIdOf, returnService } from '#domain/job.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { jobContext } from './base/context.ts'
import { finish } from './steps/finish.ts'
import { sendJob } from './base/send.ts'

/**
 * busy: a step is running, or the provider has asked to wait. idle: nothing is left to do. changed: it moved meanwhile.
 * beyond: more than the operator may give back.
 */
export type Hindrance = 'busy' | 'idle' | 'changed' | 'beyond'

/** A step is running, or the provider has asked to wait. */
export const isBusy = ({ leaseUntil }: JobRow, now: number): boolean => leaseUntil !== null && leaseUntil > now

/** Whether a step of this job can be taken: it has not ended, is not finished, or its provider may still deliver. */
export function hasNextStep(row: JobRow): boolean {
  if (!isEnded(row.step) || row.chargedTokens === null || row.dueAt !== null) return true
  const { ticket, deletedAt } = row
  return mayDeliverLate(row) && ticket !== null && ticket !== partsTicket && deletedAt === null
}

/**
 * Makes the next step of a job due and sends its message. For a job that was given up the provider is asked once more.
 * @returns the reason when no message was sent; null when it was sent
 * @throws when the queue does not take the message; the row stays due
 */
export async function retryJob(env: Env, row: JobRow): Promise<Hindrance | null> {
  const now = Date.now()
  if (!hasNextStep(row)) return 'idle'
  if (isBusy(row, now)) return 'busy'
  const { only } = row.refusals ?? {}
  const refusals = only === undefined ? null : { pauses: {}, only }
  const due = await changeJob(jobContext(env, row.id).history, row, { dueAt: now, refusals })
  if (!due) return 'changed'
  await sendJob(env, due)
  return null
}

/** The tokens that operators returned for a job; 0: none. */
export async function returnedFor(env: Env, row: JobRow): Promise<number> {
  const operation = await userOf(env, row.userId).operation(returnIdOf(row))
  return operation === null ? 0 : 0 - operation.row.costTokens
}

/** Whether the operator may give so many tokens back, or work that costs them. */
type MayGive = (tokens: number) => Promise<boolean>

async function giveBack(env: Env, row: JobRow, mayGive: MayGive): Promise<Hindrance | null> {
  if (row.chargedTokens === null || row.chargedTokens === 0) return 'idle'
  if (!(await mayGive(row.chargedTokens))) return 'beyond'
  await userOf(env, row.userId).credit({
    id: returnIdOf(row),
    amountTokens: row.chargedTokens,
    service: returnService,
    action: { kind: 'job-return', service: row.service }
  })
  return null
}

/** How long to wait for a running step, which usually asks the provider for the progress and then pauses for seconds. */
const stepPausesMs = [200, 400, 800, 1600]

/** Whether the job can be ended now or in a moment. Not while it waits to start because its provider has asked for a pause. */
export const mayEndSoon = (row: JobRow, now: number): boolean => row.step !== 'queued' || !isBusy(row, now)

/**
 * Ends a job as failed by us, so that its reservation is released, or gives back what an ended one has cost: each only
 * once. A running step is waited for. The user keeps a result that the provider delivers later for free, so work that may still
 * come counts against the operator's limit like returned tokens.
 * @returns the reason when it is impossible; null when it is done
 */
export async function releaseJob(env: Env, found: JobRow, mayGive: MayGive): Promise<Hindrance | null> {
  let row = found
  for (const pauseMs of stepPausesMs) {
    const hindrance = await releaseNow(env, row, mayGive)
    if ((hindrance !== 'busy' && hindrance !== 'changed') || !mayEndSoon(row, Date.now())) return hindrance
    await scheduler.wait(pauseMs)
    row = (await findJob(jobContext(env, row.id).history, row.id)) ?? row
  }
  return releaseNow(env, row, mayGive)
}

async function releaseNow(env: Env, row: JobRow, mayGive: MayGive): Promise<Hindrance | null> {
  const context = jobContext(env, row.id)
  const now = Date.now()
  if (isBusy(row, now)) return 'busy'
  if (!isEnded(row.step)) {
    // The provider may still deliver the work, which the user then gets for free.
    if (row.step !== 'queued' && row.priceTokens > 0 && !(await mayGive(row.priceTokens))) return 'beyond'
    const ended = await giveUpJob(context.history, row, 'INTERNAL', now)
    if (!ended) return 'changed'
    await finish(context, ended)
    return null
  }
  if (row.chargedTokens === null) await finish(context, row)
  const ended = await findJob(context.history, row.id)
  return ended ? giveBack(env, ended, mayGive) : 'changed'
}
