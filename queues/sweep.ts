// Finds jobs that are overdue: their message was lost, the queue is down, or a step crashed. Sweeps may overlap each
// other and late messages: each step checks the row first.
import { openHistories } from '#data/base/database.ts'
import { type JobRow, takeOverdueJobs } from '#data/history/jobs.ts'
import { isEnded } from '#domain/job.ts'
import { nameOf, report } from '#notices/report.ts'
import { type JobContext, jobContext } from './base/context.ts'
import { finish } from './steps/finish.ts'
import { giveUp } from './steps/give-up.ts'
import { sendJob } from './base/send.ts'

/** How long after its time a job is overdue. */
export const overdueMs = 30_000
/** Jobs of one sweep and history. When there are more, another one follows. */
export const sweptAtOnce = 1000
/** Far less than the 15 minutes that Cloudflare gives. What is left is overdue again after 30 seconds. */
const sweepMaxMs = 5 * 60_000
const atOnce = 20

export interface Swept {
  /** Jobs that got a new message. */
  sent: number
  /** Ended jobs that were not finished (see finish.ts). */
  finished: number
  givenUp: number
  /** Jobs whose handling failed; the next sweep tries again. */
  failed: number
}

async function sweepOne(context: JobContext, row: JobRow, now: number): Promise<keyof Swept> {
  try {
    if (isEnded(row.step) && row.chargedTokens === null) {
      await finish(context, row)
      return 'finished'
    }
    // Ended here instead of by a message, because the queue itself may be down.
    if (!isEnded(row.step) && row.deadlineAt + overdueMs <= now) {
      await giveUp(context, row)
      return 'givenUp'
    }
    await sendJob(context.env, row)
    return 'sent'
  } catch (error) {
    report(row.userId, { event: 'job-step-failed', jobId: row.id, error: nameOf(error) })
    return 'failed'
  }
}

/** Every history in turn: one that does not answer must not stop the sweep of the others. */
async function* overdueRows(env: Env, now: number): AsyncGenerator<JobRow[]> {
  for (const { shard, history } of openHistories(env)) {
    try {
      yield await takeOverdueJobs(history, { before: now - overdueMs, now, limit: sweptAtOnce })
    } catch (error) {
      report('', { event: 'sweep-failed', shard, error: nameOf(error) })
    }
  }
}

export async function sweepJobs(env: Env, now: number): Promise<Swept> {
  const swept: Swept = { sent: 0, finished: 0, givenUp: 0, failed: 0 }
  const startedAt = Date.now()
  for await (const rows of overdueRows(env, now))
    for (let first = 0; first < rows.length && Date.now() - startedAt < sweepMaxMs; first += atOnce) {
      const some = rows.slice(first, first + atOnce)
      const results = await Promise.all(some.map((row) => sweepOne(jobContext(env, row.id), row, now)))
      for (const result of results) swept[result] += 1
    }
  if (Object.values(swept).some((count) => count > 0)) report('', { event: 'jobs-swept', ...swept })
  return swept
}
