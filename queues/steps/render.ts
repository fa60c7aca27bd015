// One step of one job: reads the row, does what is due, and returns when to continue. All state is in the row, so a
// message may arrive twice, late or out of order.
import { findJob, type JobRow } from '#data/history/jobs.ts'
import { isEnded } from '#domain/job.ts'
import { report } from '#notices/report.ts'
import { checkJob, checkLateResult } from './check.ts'
import { type JobContext, jobContext, type NextStep, nextStepOf } from '../base/context.ts'
import type { ReadSupplies } from '../base/supplies.ts'
import { finish, removeDeletedFiles } from './finish.ts'
import { giveUp } from './give-up.ts'
import { startJob, recoverStart } from './start.ts'

/** Clocks differ a little: a message that is early by at most this is delivered again at the due time. */
const earlyMaxMs = 2_000

/** Takes the step that is due. @throws when the step failed and may be tried again */
export async function takeStep(env: Env, jobId: string, read: ReadSupplies): Promise<NextStep> {
  const context = jobContext(env, jobId, read)
  const row = await findJob(context.history, jobId)
  if (row) return stepOf(context, row)
  report('', { event: 'job-missing', jobId })
  return null
}

function stepOf(context: JobContext, row: JobRow): NextStep | Promise<NextStep> {
  const now = Date.now()
  const { dueAt, leaseUntil } = row
  if (dueAt === null) return null
  if (leaseUntil !== null && leaseUntil > now) return { ...row, dueAt: leaseUntil }
  // The step was postponed together with its own message, so this message is a duplicate. It ends here; otherwise every
  // sweep and every wake would add one more message that keeps coming back.
  if (dueAt > now) return dueAt > now + earlyMaxMs ? null : nextStepOf(row)
  if (isEnded(row.step)) return afterEnd(context, row)
  if (now >= row.deadlineAt) return giveUp(context, row)
  switch (row.step) {
    case 'queued':
      return startJob(context, row)
    case 'submitting':
      return recoverStart(context, row)
    case 'running':
    case 'checking':
      return checkJob(context, row)
    default:
      return row.step satisfies never
  }
}

function afterEnd(context: JobContext, row: JobRow): Promise<NextStep> {
  if (row.chargedTokens === null) return finish(context, row)
  return row.deletedAt === null ? checkLateResult(context, row) : removeDeletedFiles(context, row)
}
