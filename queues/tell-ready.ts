// Orders the message that tells a user of the end of a long job. The row is written before the job is closed, so that a
// crash repeats it; the queue's message only saves the wait for the clock, which finds the row by itself.
import { addReadyMessage } from '#data/directory/ready.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { isWorthTelling } from '#domain/ready.ts'
import { nameOf, report } from '#notices/report.ts'
import { type JobContext, persist } from './context.ts'
import { sendDuties } from './send.ts'

/**
 * Never throws: a result must not wait for its message. An outage of D1 that outlasts the retries loses the message.
 * @returns sends the message at once; null when there is none, or an earlier call has added it
 */
export async function orderReadyMessage(
  { env, directory }: JobContext,
  row: JobRow
): Promise<(() => Promise<void>) | null> {
  const { id, userId, operationId, kind, service, step } = row
  if (!isWorthTelling(row) || (step !== 'completed' && step !== 'failed')) return null
  const now = Date.now()
  const facts = { operationId, kind, service, outcome: step }
  try {
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
