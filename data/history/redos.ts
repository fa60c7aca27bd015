// Jobs that their users call broken: when, and how often they were begun once more for nothing. Kept in the row of the
// work, so that one statement decides and records.
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { redosPerDay } from '#contract/jobs.ts'
import { redoDayMs } from '#domain/job.ts'
import type { History } from '../base/database.ts'
import type { JobRow } from './job-view.ts'
import { jobs } from './schema.ts'

/**
 * Records that the job is broken and is begun once more.
 * @returns undefined for any but a delivered job that is not itself made for nothing, when it was begun meanwhile, and when the
 * user had as many jobs redone within a day as are allowed
 */
export async function recordRedo(history: History, { id, userId }: JobRow, now: number): Promise<JobRow | undefined> {
  const redone = sql`(select count(*) from jobs as mine where mine.user_id = ${userId}
    and mine.redo_at > ${now - redoDayMs})`
  return history
    .update(jobs)
    .set({ redoAt: now, redoAttempts: 1 })
    .where(
      and(
        eq(jobs.id, id),
        eq(jobs.step, 'completed'),
        isNull(jobs.deletedAt),
        isNull(jobs.redoOf),
        isNull(jobs.redoAt),
        lt(redone, redosPerDay)
      )
    )
    .returning()
    .get()
}

/** Counts another attempt, once for each; undefined when another request has counted it. */
export const recordAttempt = (history: History, { id, redoAttempts }: JobRow): Promise<JobRow | undefined> =>
  history
    .update(jobs)
    .set({ redoAttempts: redoAttempts + 1 })
    .where(and(eq(jobs.id, id), eq(jobs.redoAttempts, redoAttempts), isNull(jobs.deletedAt)))
    .returning()
    .get()

/** Jobs that users called broken, newest first. */
export const recentRedos = (history: History, limit: number) =>
  history
    .select({
      id: jobs.id,
      userId: jobs.userId,
      operationId: jobs.operationId,
      service: jobs.service,
      provider: jobs.provider,
      upstreamModel: jobs.upstreamModel,
      at: jobs.redoAt,
      attempts: jobs.redoAttempts
    })
    .from(jobs)
    .where(isNotNull(jobs.redoAt))
    .orderBy(desc(jobs.redoAt))
    .limit(limit)
