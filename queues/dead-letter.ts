// The last stop of a message whose steps kept failing. Must never leave a job without an end or a user without news.
import { changeJob, findJob, type JobRow } from '#data/jobs.ts'
import { isEnded } from '#domain/job.ts'
import { report } from '#notices/report.ts'
import { type JobContext, jobContext, type NextStep } from './context.ts'
import { complete } from './deliver.ts'
import { findResults } from './files.ts'
import { end, finish } from './finish.ts'
import { giveUp } from './give-up.ts'
import { sendJob } from './send.ts'

/** Ends the job; one that the provider works on goes on until its deadline. @throws when the row cannot be reached */
export async function buryJob(env: Env, jobId: string): Promise<NextStep> {
  const context = jobContext(env)
  const row = await findJob(context.database, jobId)
  if (!row || row.dueAt === null) return null
  const now = Date.now()
  if (row.leaseUntil !== null && row.leaseUntil > now) return { ...row, dueAt: row.leaseUntil }
  report(row.userId, { event: 'job-dead', jobId, step: row.step })
  if (isEnded(row.step)) {
    if (row.chargedTokens === null) await finish(context, row)
    // What else an ended job is due for is a kindness: a look for a late result, a file to remove.
    else await changeJob(context.database, row, { dueAt: null })
  } else if (row.ticket === null) await endWithoutTicket(context, row)
  else if (now >= row.deadlineAt) await giveUp(context, row)
  else {
    const due = await changeJob(context.database, row, { dueAt: now })
    if (due) await sendJob(env, due)
  }
  return null
}

/** Nobody can be asked about it, but a result may be here already. */
async function endWithoutTicket(context: JobContext, row: JobRow): Promise<void> {
  const files = row.step === 'queued' ? null : await findResults(context.env, row)
  if (files) await complete(context, row, files)
  else await end(context, row.id, { step: 'failed', failure: 'INTERNAL' })
}
