// What the search in jobs reads: the prompts that its index does not have yet. The index itself is in the user's object
// (durable-objects/search).
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { jobs } from './schema.ts'

const jobsPerPortion = 250

/** The last job that is known; jobs are walked from the oldest. */
export interface JobPosition {
  createdAt: number
  /** Of the row. */
  id: string
}

export interface JobPortion {
  works: { id: string; operationId: string; createdAt: number; prompt: string | null }[]
  /** No prompt is left at this moment. */
  isLast: boolean
}

/** The next prompts of a user behind a position, in the order of an index. */
export async function nextPrompts(history: History, userId: string, at: JobPosition): Promise<JobPortion> {
  const works = await history
    .select({
      id: jobs.id,
      operationId: jobs.operationId,
      createdAt: jobs.createdAt,
      prompt: sql<string | null>`cast(json_extract(${jobs.parameters}, '$.prompt') as text)`
    })
    .from(jobs)
    .where(
      and(
        eq(jobs.userId, userId),
        sql`(${jobs.createdAt}, ${jobs.id}) > (${at.createdAt}, ${at.id})`,
        isNull(jobs.deletedAt)
      )
    )
    .orderBy(asc(jobs.createdAt), asc(jobs.id))
    .limit(jobsPerPortion)
  return { works, isLast: works.length < jobsPerPortion }
}
