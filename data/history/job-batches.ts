// Jobs that are submitted together, and those that one key orders.
import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import { batchSizeMax, operationIdAt } from '#contract/catalogue/batch.ts'
import type { History } from '../base/database.ts'
import { jobIdOf } from '../files/job-files.ts'
import { findJob, insertion, insertJob, type JobRow, type NewJob } from './jobs.ts'
import { jobs } from './schema.ts'

/**
 * Inserts waiting jobs in one transaction, so that a crash leaves all of them or none; those whose id is taken are found
 * instead.
 * @returns in the order of the jobs
 */
export async function insertJobs(
  history: History,
  submitted: readonly NewJob[]
): Promise<{ row: JobRow; isNew: boolean }[]> {
  const [only, ...more] = submitted
  if (!only) return []
  if (more.length === 0) return [await insertJob(history, only)]
  const inserted = await history.batch([insertion(history, only), ...more.map((job) => insertion(history, job))])
  return insertedOf(history, submitted, inserted)
}

/** What the insertions of jobs have added, and those that were there. */
export const insertedOf = (
  history: History,
  submitted: readonly NewJob[],
  inserted: readonly JobRow[][]
): Promise<{ row: JobRow; isNew: boolean }[]> =>
  Promise.all(
    submitted.map(async ({ id }, index) => {
      const [added] = inserted[index] ?? []
      const row = added ?? (await findJob(history, id))
      if (!row) throw new Error('A job was neither inserted nor found')
      return { row, isNew: added !== undefined }
    })
  )

/** The jobs of one submission, in their order; one that was submitted alone, alone. */
export async function findSubmitted(history: History, userId: string, operationId: string): Promise<JobRow[]> {
  const ids = Array.from({ length: batchSizeMax }, (_, index) => jobIdOf(userId, operationIdAt(operationId, index)))
  const rows = await history.select().from(jobs).where(inArray(jobs.id, ids))
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** The jobs that were submitted with this one, and itself, in their order. */
export async function batchOf(history: History, { userId, batch }: JobRow): Promise<JobRow[]> {
  if (!batch) return []
  const ids = Array.from({ length: batch.size }, (_, index) => jobIdOf(userId, operationIdAt(batch.id, index)))
  const rows = await history.select().from(jobs).where(inArray(jobs.id, ids))
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** The newest job of the user since then whose operation begins with this text; no job's id has a `~`. */
export const findNewestLike = (
  history: History,
  { userId, alike, since }: { userId: string; alike: string; since: number }
): Promise<JobRow | undefined> =>
  history
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.userId, userId),
        gte(jobs.operationId, alike),
        lt(jobs.operationId, `${alike}~`),
        gte(jobs.createdAt, since)
      )
    )
    .orderBy(desc(jobs.createdAt))
    .limit(1)
    .get()
