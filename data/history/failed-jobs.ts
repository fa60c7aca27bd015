// Deleting many jobs without a result at once.
import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { GalleryKind } from '#contract/jobs.ts'
import type { History } from '../base/database.ts'
import { kindsOf, unsuccessfulSteps } from './job-lists.ts'
import { jobs } from './schema.ts'

/**
 * Marks failed and cancelled jobs as deleted, newest first. They become due, so that the sweep removes the files that they may have left in
 * the bucket, and after that their options, which name the parts of recordings. A job whose money is not settled yet stays.
 * @returns the operation ids of those that this call has deleted
 */
export async function deleteUnsuccessful(
  history: History,
  { userId, kind, now, limit }: { userId: string; kind: GalleryKind | undefined; now: number; limit: number }
): Promise<string[]> {
  const some = history
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.userId, userId),
        inArray(jobs.step, unsuccessfulSteps),
        isNull(jobs.deletedAt),
        isNotNull(jobs.chargedTokens),
        kind === undefined ? undefined : inArray(jobs.kind, kindsOf[kind])
      )
    )
    .orderBy(desc(jobs.createdAt))
    .limit(limit)
  const deleted = await history
    .update(jobs)
    .set({ deletedAt: now, dueAt: now, parameters: {} })
    .where(and(inArray(jobs.id, some), isNull(jobs.deletedAt)))
    .returning({ id: jobs.operationId })
  return deleted.map(({ id }) => id)
}
