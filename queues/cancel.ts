// Cancelling, as far as it goes: what waits is cancelled at once, what a provider has accepted only if it agrees. Whatever
// the user hears, a job ends once, and one that delivers after all is charged.
import { endJob, findJob, type JobRow, requestCancel } from '#data/jobs.ts'
import { isEnded } from '#domain/job.ts'
import { nameOf, report } from '#notices/report.ts'
import { type JobContext, jobContext, providerOf, quickCallMs } from './context.ts'
import { detailOf } from './detail.ts'
import { finish, tell } from './finish.ts'

/**
 * Asks the provider to stop what it has accepted.
 * @returns false when it goes on, because it is too late, not possible or nobody answers
 */
export async function stopUpstream(context: JobContext, row: JobRow): Promise<boolean> {
  const { id, userId, ticket } = row
  const provider = providerOf(context, row)
  if (ticket === null || !provider.cancel) return false
  try {
    return await provider.cancel(ticket, AbortSignal.timeout(quickCallMs))
  } catch (error) {
    report(userId, { event: 'job-call-failed', jobId: id, call: 'cancel', failure: detailOf(error) })
    return false
  }
}

/** The row stays due, so what fails here is done by the sweeper. */
async function finishSoon(context: JobContext, row: JobRow): Promise<void> {
  try {
    await finish(context, row)
  } catch (error) {
    report(row.userId, { event: 'job-step-failed', jobId: row.id, error: nameOf(error) })
  }
}

async function cancelAccepted(context: JobContext, row: JobRow): Promise<void> {
  await tell(context, row)
  if (!(await stopUpstream(context, row))) return
  const cancelled = await endJob(context.database, row.id, { step: 'cancelled' }, { now: Date.now() })
  if (cancelled) await finishSoon(context, cancelled)
}

/** @returns whether the job was in a step that could be asked about; it may have moved on meanwhile */
async function attempt(context: JobContext, { id, cancelRequestedAt }: JobRow): Promise<boolean> {
  const now = Date.now()
  const cancelled = await endJob(context.database, id, { step: 'cancelled' }, { now, from: ['queued'] })
  if (cancelled) await finishSoon(context, cancelled)
  const asked = cancelled ?? (await requestCancel(context.database, id, now))
  // Once: the checks go on asking, at a pace that no user sets.
  if (asked && !cancelled && cancelRequestedAt === null) await cancelAccepted(context, asked)
  return asked !== undefined
}

// From the queue to the provider and, refused there, back again: more often than this nobody meets in the doorway.
const attemptsMax = 3

/**
 * Cancels a job, or notes that its user wants it cancelled: its next step sees to it then.
 * @returns the job as it is afterwards
 */
export async function cancelJob(env: Env, row: JobRow): Promise<JobRow> {
  const context = jobContext(env)
  for (let attempts = 0; attempts < attemptsMax && !isEnded(row.step); attempts++)
    if (await attempt(context, row)) break
  return (await findJob(context.database, row.id)) ?? row
}
