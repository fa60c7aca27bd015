// Cancelling a job: one that waits is cancelled at once, one that a provider has accepted only if the provider agrees.
// Either way a job ends once, and one that delivers after all is charged.
import { endJob, findJob, type JobRow, requestCancel } from '#data/history/jobs.ts'
import { isEnded } from '#domain/job.ts'
import { nameOf, report } from '#notices/report.ts'
import { type JobContext, jobContext, providerOf, quickCallMs } from '../base/context.ts'
import { detailOf } from '../base/detail.ts'
import type { ReadSupplies } from '../base/supplies.ts'
import { finish, publishJob } from './finish.ts'

/**
 * Asks the provider to stop a job that it has accepted.
 * @returns false when the job continues: it is too late, the provider cannot cancel, or it does not answer
 */
export async function stopUpstream(context: JobContext, row: JobRow): Promise<boolean> {
  const { id, userId, ticket } = row
  if (ticket === null) return false
  try {
    const provider = await providerOf(context, row)
    if (!provider.cancel) return false
    return await provider.cancel(ticket, AbortSignal.timeout(quickCallMs))
  } catch (error) {
    report(userId, { event: 'job-call-failed', jobId: id, call: 'cancel', failure: detailOf(error) })
    return false
  }
}

/** The row stays due, so the sweeper repeats what fails here. */
async function tryFinish(context: JobContext, row: JobRow): Promise<void> {
  try {
    await finish(context, row)
  } catch (error) {
    report(row.userId, { event: 'job-step-failed', jobId: row.id, error: nameOf(error) })
  }
}

async function cancelAccepted(context: JobContext, row: JobRow): Promise<void> {
  await publishJob(context, row)
  if (!(await stopUpstream(context, row))) return
  const cancelled = await endJob(context.history, row.id, { step: 'cancelled' }, { now: Date.now() })
  if (cancelled) await tryFinish(context, cancelled)
}

/** @returns false when the job changed its step between the read and these updates, so that neither applied */
async function attempt(context: JobContext, { id, cancelRequestedAt }: JobRow): Promise<boolean> {
  const now = Date.now()
  const cancelled = await endJob(context.history, id, { step: 'cancelled' }, { now, from: ['queued'] })
  if (cancelled) await tryFinish(context, cancelled)
  const asked = cancelled ?? (await requestCancel(context.history, id, now))
  // Only the user's first request calls the provider. The regular checks repeat the call at their own pace, so a user
  // who clicks again causes no further calls.
  if (asked && !cancelled && cancelRequestedAt === null) await cancelAccepted(context, asked)
  return asked !== undefined
}

// A job can change its step between two attempts: it starts, and goes back to the queue when the provider refuses. A
// third attempt covers both changes.
const attemptsMax = 3

/**
 * Cancels a job, or stores the request to cancel it for the job's next step.
 * @returns the job afterwards
 */
export async function cancelJob(env: Env, row: JobRow, read: ReadSupplies): Promise<JobRow> {
  const context = jobContext(env, row.id, read)
  for (let attempts = 0; attempts < attemptsMax && !isEnded(row.step); attempts++)
    if (await attempt(context, row)) break
  return (await findJob(context.history, row.id)) ?? row
}
