// The enlargements of Midjourney's variants. A second one would be the same picture, so the row of the first one prevents it.
import { and, desc, eq, gte, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { rowValues } from '../base/row-values.ts'
import type { JobRow } from './job-view.ts'
import { findJob, type NewJob, waiting } from './jobs.ts'
import { jobs } from './schema.ts'

const parameter = (name: string): SQL => sql`json_extract(${jobs.parameters}, ${`$.${name}`})`

/** A variant of a sheet. */
export interface Variant {
  sheet: Pick<JobRow, 'userId' | 'service' | 'operationId' | 'createdAt'>
  /** From 1. */
  tile: number
}

/** The job that enlarges, or has enlarged, this variant; none that failed or that its user has deleted. */
const enlarges = ({ sheet: { userId, service, operationId, createdAt }, tile }: Variant): SQL | undefined =>
  and(
    eq(jobs.userId, userId),
    gte(jobs.createdAt, createdAt),
    eq(jobs.service, service),
    isNull(jobs.deletedAt),
    notInArray(jobs.step, ['failed', 'cancelled']),
    eq(parameter('parent'), operationId),
    eq(parameter('action'), 'upscale'),
    eq(parameter('tile'), tile)
  )

/** Undefined when there is none. Two requests at the same moment may both find none: `insertUpscale` lets one of them through. */
export const findUpscale = (history: History, variant: Variant): Promise<JobRow | undefined> =>
  history.select().from(jobs).where(enlarges(variant)).orderBy(desc(jobs.createdAt)).limit(1).get()

/**
 * Inserts a waiting job unless its id is taken or another job enlarges the variant, in one statement. Not a unique index: a
 * job that was given up may still complete late, beside the one that was begun after it.
 */
export function upscaleInsertion(history: History, job: NewJob, variant: Variant) {
  const others = history.select({ id: jobs.id }).from(jobs).where(enlarges(variant))
  return history
    .insert(jobs)
    .select(sql`select ${rowValues(jobs, waiting(job))} where not exists ${others}`)
    .onConflictDoNothing()
    .returning()
}

/** What an insertion has added, or the job that was there. */
export async function upscaleOf(
  history: History,
  inserted: JobRow | undefined,
  { id, variant }: { id: string; variant: Variant }
): Promise<{ row: JobRow; isNew: boolean }> {
  if (inserted) return { row: inserted, isNew: true }
  const row = (await findJob(history, id)) ?? (await findUpscale(history, variant))
  if (!row) throw new Error('An enlargement was neither inserted nor found')
  return { row, isNew: false }
}

/** @returns the job itself, or the existing one */
export async function insertUpscale(history: History, job: NewJob, variant: Variant) {
  const [inserted] = await upscaleInsertion(history, job, variant)
  return upscaleOf(history, inserted, { id: job.id, variant })
}
