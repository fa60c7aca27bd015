// Works that their users say are broken: what the measure found, and how often they were begun once more for nothing. Kept
// in the row of the work, so that one statement decides and records.
import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { redoDayMs, redosPerDay, type RedoVerdict } from '#domain/redo.ts'
import type { History } from '../base/database.ts'
import type { JobRow } from './job-view.ts'
import { jobs } from './schema.ts'

/** A work that is delivered, is not itself made for nothing, and was not measured yet. */
const isUnmeasured = (id: string): SQL | undefined =>
  and(eq(jobs.id, id), eq(jobs.step, 'completed'), isNull(jobs.deletedAt), isNull(jobs.redoOf), isNull(jobs.redoAt))

/** Records that the measure found nothing. It is not measured again. */
export async function recordFine(history: History, { id }: JobRow, now: number): Promise<void> {
  await history.update(jobs).set({ redoVerdict: 'fine', redoAt: now }).where(isUnmeasured(id))
}

/**
 * Records that the work is broken and is begun once more.
 * @returns undefined when it was measured meanwhile, or the user had as many works redone within a day as are allowed
 */
export async function recordRedo(
  history: History,
  { id, userId }: JobRow,
  { verdict, now }: { verdict: Exclude<RedoVerdict, 'fine'>; now: number }
): Promise<JobRow | undefined> {
  const redone = sql`(select count(*) from jobs as mine where mine.user_id = ${userId}
    and mine.redo_at > ${now - redoDayMs} and mine.redo_attempts > 0)`
  const [row] = await history
    .update(jobs)
    .set({ redoVerdict: verdict, redoAt: now, redoAttempts: 1 })
    .where(and(isUnmeasured(id), lt(redone, redosPerDay)))
    .returning()
  return row
}

/** Counts another attempt, once for each; undefined when another request has counted it. */
export async function recordAttempt(history: History, { id, redoAttempts }: JobRow): Promise<JobRow | undefined> {
  const [row] = await history
    .update(jobs)
    .set({ redoAttempts: redoAttempts + 1 })
    .where(and(eq(jobs.id, id), eq(jobs.redoAttempts, redoAttempts), isNull(jobs.deletedAt)))
    .returning()
  return row
}

/** What users said is broken, newest first. */
export const recentRedos = (history: History, limit: number) =>
  history
    .select({
      id: jobs.id,
      userId: jobs.userId,
      operationId: jobs.operationId,
      service: jobs.service,
      provider: jobs.provider,
      upstreamModel: jobs.upstreamModel,
      verdict: jobs.redoVerdict,
      at: jobs.redoAt,
      attempts: jobs.redoAttempts
    })
    .from(jobs)
    .where(isNotNull(jobs.redoAt))
    .orderBy(desc(jobs.redoAt))
    .limit(limit)
