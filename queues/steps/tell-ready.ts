// Adds the message that tells a user of the end of a long job. The row is written before the job is closed, so that a
// crash repeats it; the queue's message only saves the wait for the clock, which finds the row by itself.
import { addReadyMessage } from '#data/directory/ready.ts'
import { batchOf } from '#data/history/job-batches.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { jobIdOf } from '#data/files/job-files.ts'
import { readyFactsOf } from '#domain/ready.ts'
import { nameOf, report } from '#notices/report.ts'
import { type JobContext, persist } from '../base/context.ts'
import { sendDuties } from '../base/send.ts'

/**
 * The last job of a batch to end adds the only message of the batch.
 * Never throws: a result must not wait for its message. An outage of D1 that outlasts the retries loses the message.
 * @returns sends the message at once; null when there is none, or an earlier call has added it
 */
export async function orderReadyMessage(
  { env, directory, history }: JobContext,
  row: JobRow
): Promise<(() => Promise<void>) | null> {
  const { userId, batch } = row
  // The message of a batch has the id of its first job: so when jobs end together, only one adds it.
  const id = batch ? jobIdOf(userId, batch.id) : row.id
  const now = Date.now()
  try {
    const facts = readyFactsOf(batch ? await persist(() => batchOf(history, row)) : [row])
    if (facts === null) return null
    if (!(await persist(() => addReadyMessage(directory, { id, userId, facts, now })))) return null
  } catch (error) {
    report(userId, { event: 'ready-message-failed', jobId: id, failure: nameOf(error) })
    return null
  }
  return () =>
    sendDuties(env, [{ duty: 'ready-messages', row: { id, until: now } }]).catch((error: unknown) =>
      report(userId, { event: 'ready-message-failed', jobId: id, failure: nameOf(error) })
    )
}
