// Handles messages whose steps kept failing. Must never leave a job without an end or its user without a notice.
import { changeJob, findJob, type JobRow } from '#data/history/jobs.ts'
import { isEnded } from '#domain/job.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { type JobContext, jobContext, type NextStep } from './base/context.ts'
import { complete } from './steps/deliver.ts'
import { findResults } from './steps/files.ts'
import { end, finish } from './steps/finish.ts'
import { giveUp } from './steps/give-up.ts'
import { noteDead } from './base/note-dead.ts'
import { sendJob } from './base/send.ts'

export const deadQueue = 'dead-jobs'

/** The pause before a removal that kept failing is tried again. */
const removalPauseMs = 60 * 60_000

/**
 * Ends the job; one that its provider is working on continues until its deadline.
 * @throws when the row cannot be read or written
 */
export async function endDeadJob(env: Env, jobId: string): Promise<NextStep> {
  const context = jobContext(env, jobId)
  const row = await findJob(context.history, jobId)
  if (!row || row.dueAt === null) return null
  const now = Date.now()
  if (row.leaseUntil !== null && row.leaseUntil > now) return { ...row, dueAt: row.leaseUntil }
  await raiseAlarm(env, row.userId, { event: 'job-dead', jobId, step: row.step })
  await noteDead(env, {
    queue: deadQueue,
    kind: 'job',
    subject: jobId,
    row: '',
    reason: row.step,
    error: row.stepError
  })
  if (isEnded(row.step)) {
    if (row.chargedTokens === null) await finish(context, row)
    // The texts and files of a deleted job must still be removed: the sweep finds the row again. Otherwise an ended, charged
    // job has only optional work left: checking for a late result.
    else await changeJob(context.history, row, { dueAt: row.deletedAt === null ? null : now + removalPauseMs })
  } else if (row.ticket === null) await endWithoutTicket(context, row)
  else if (now >= row.deadlineAt) await giveUp(context, row)
  else {
    const due = await changeJob(context.history, row, { dueAt: now })
    if (due) await sendJob(env, due)
  }
  return null
}

/** Without a ticket the provider cannot be asked, but an earlier step may have stored the result already. */
async function endWithoutTicket(context: JobContext, row: JobRow): Promise<void> {
  const files = row.step === 'queued' ? null : await findResults(context.env, row)
  if (files) await complete(context, row, files)
  else await end(context, row.id, { step: 'failed', failure: 'INTERNAL' })
}
