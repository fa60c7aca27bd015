// Waiting for a job on behalf of a client that asked for the result and not for the job: by looking at its row now and
// then, since what works on it runs elsewhere.
import { findJob, type JobRow } from '#data/jobs.ts'
import { isEnded } from '#domain/job.ts'
import type { AppContext } from '../http/context.ts'

const firstPauseMs = 200
const pauseGrowth = 1.4
const pauseMaxMs = 2_000

/** Ended, and its money as well. */
export const isOver = ({ step, chargedTokens }: JobRow): boolean => isEnded(step) && chargedTokens !== null

/** @returns whether time passed: false when the client left */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await scheduler.wait(ms, { signal })
    return true
  } catch {
    return false
  }
}

/**
 * The row when the job is over, or as it is when the time or the client's patience has run out.
 * @param waitMs at most
 */
export async function awaitJob(c: AppContext, submitted: JobRow, waitMs: number): Promise<JobRow> {
  const { signal } = c.req.raw
  const until = Date.now() + waitMs
  let row = submitted
  for (let pauseMs = firstPauseMs; !isOver(row); pauseMs = Math.min(pauseMs * pauseGrowth, pauseMaxMs)) {
    const leftMs = until - Date.now()
    if (leftMs <= 0 || !(await pause(Math.min(pauseMs, leftMs), signal))) break
    row = (await findJob(c.var.database, row.id)) ?? row
  }
  return row
}
