// Waits for a job on behalf of a client that wants the result. Polls the job's row, because the work runs elsewhere.
import { findJob, type JobRow } from '#data/history/jobs.ts'
import { isEnded } from '#domain/job.ts'
import { type AppContext, historyOf } from '../http/context.ts'

const firstPauseMs = 200
const pauseGrowth = 1.4
const pauseMaxMs = 2_000

/** Whether the job has ended and its money is settled. */
export const isSettled = ({ step, chargedTokens }: JobRow): boolean => isEnded(step) && chargedTokens !== null

/** @returns false when the client has disconnected */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await scheduler.wait(ms, { signal })
    return true
  } catch {
    return false
  }
}

/**
 * The row when the job is over, or its current state when the time is up or the client has disconnected.
 * @param waitMs the longest wait
 */
export async function awaitJob(c: AppContext, submitted: JobRow, waitMs: number): Promise<JobRow> {
  const { signal } = c.req.raw
  const until = Date.now() + waitMs
  let row = submitted
  for (let pauseMs = firstPauseMs; !isSettled(row); pauseMs = Math.min(pauseMs * pauseGrowth, pauseMaxMs)) {
    const leftMs = until - Date.now()
    if (leftMs <= 0 || !(await pause(Math.min(pauseMs, leftMs), signal))) break
    row = (await findJob(historyOf(c), row.id)) ?? row
  }
  return row
}
