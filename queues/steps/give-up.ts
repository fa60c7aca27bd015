import { giveUpJob, type JobRow } from '#data/history/jobs.ts'
import { isEnded, timedOutFailure } from '#domain/job.ts'
import { report } from '#notices/report.ts'
import type { JobContext, NextStep } from '../base/context.ts'
import { complete } from './deliver.ts'
import { findResults } from './files.ts'
import { finish } from './finish.ts'

/** Fails a job that ran out of time, by its step. If its results are already stored, completes it instead. */
export async function giveUp(context: JobContext, row: JobRow): Promise<NextStep> {
  const { id, userId, step, ticket } = row
  if (isEnded(step)) throw new Error('An ended job can not be given up')
  const files = step !== 'queued' && ticket === null ? await findResults(context.env, row) : null
  if (files) return complete(context, row, files)
  const failure = timedOutFailure(step)
  const ended = await giveUpJob(context.history, row, failure, Date.now())
  if (!ended) return null
  report(userId, { event: 'job-given-up', jobId: id, failure })
  return finish(context, ended)
}
