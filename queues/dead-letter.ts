// The last stop of a message whose steps kept failing. Must never leave a job without an end or a user without news.
import { changeJob, findJob } from '#data/jobs.ts'
import { isEnded } from '#domain/job.ts'
import { report } from '#durable-objects/report.ts'
import { jobContext, type NextStep } from './context.ts'
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
  } else if (row.ticket === null) await end(context, jobId, { step: 'failed', failure: 'INTERNAL' })
  else if (now >= row.deadlineAt) await giveUp(context, row)
  else {
    const due = await changeJob(context.database, row, { dueAt: now })
    if (due) await sendJob(env, due)
  }
  return null
}
