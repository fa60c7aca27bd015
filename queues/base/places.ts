// The place of a job at one of its accounts: taken before the account is asked, given back when it has refused or the job has ended.
import { openHistory } from '#data/base/database.ts'
import { callNext, leavePlaces, takePlace } from '#data/directory/places.ts'
import { findJob, type JobRow, wakeJob } from '#data/history/jobs.ts'
import { jobsMaxOf } from '#domain/environment.ts'
import { isEnded, placeTakenUntil } from '#domain/job.ts'
import type { JobSupply } from '#domain/supplies/supply.ts'
import { nameOf, report } from '#notices/report.ts'
import type { JobContext } from './context.ts'
import { sendJob } from './send.ts'

/**
 * Takes a place for the job at the first of the accounts that has one.
 * @param from the account that has refused the job, and where it has its place until now
 * @returns the account where the job has a place; null: it waits at all of them
 */
export function takePlaceAt(
  { directory, environment }: JobContext,
  row: JobRow,
  supplies: readonly JobSupply[],
  from?: string
): Promise<string | null> {
  const now = Date.now()
  return takePlace(directory, {
    jobId: row.id,
    accounts: supplies.map(({ supplier }) => ({ provider: supplier, jobsMax: jobsMaxOf(environment, supplier) })),
    waitsSince: row.createdAt,
    until: placeTakenUntil(row.kind, now),
    now,
    ...(from !== undefined && { from })
  })
}

/**
 * The row has changed since the place was taken. Another delivery of the message may have begun the job with this very place;
 * only an ended job no longer needs it.
 */
export async function leftBehind(context: JobContext, { id }: JobRow): Promise<null> {
  const row = await findJob(context.history, id)
  if (!row || isEnded(row.step)) await leavePlaces(context.directory, [id])
  return null
}

/** How many waiting jobs are tried for one free place: jobs that have ended meanwhile do not take it. */
const callsMax = 5

/** Gives a job's place at its account back, or its turns; the job itself may need one again later. */
export const leavePlaceOf = ({ directory }: JobContext, { id, userId, provider }: JobRow): Promise<void> =>
  leavePlaces(directory, [id]).catch((error: unknown) =>
    report(userId, { event: 'job-wake-failed', provider, error: nameOf(error) })
  )

/** Wakes the job that has waited longest for a place at an account. If this fails, that job tries by itself later. */
export async function wakeNextAt({ env, directory }: JobContext, provider: string, { userId }: JobRow): Promise<void> {
  try {
    for (let calls = 0; calls < callsMax; calls++) {
      const next = await callNext(directory, provider, Date.now())
      if (next === null) return
      const woken = await wakeJob(openHistory(env, next), next, Date.now())
      if (woken) return await sendJob(env, woken)
    }
  } catch (error) {
    report(userId, { event: 'job-wake-failed', provider, error: nameOf(error) })
  }
}
