// Links to jobs. Every query but the one by token names the owner or the job. A link that has expired opens nothing; its row
// goes when its owner next looks at the links or makes one.
import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import type { JobRow } from './job-view.ts'
import { jobShares } from './schema-job-shares.ts'
import { jobs } from './schema.ts'

export type JobShareRow = typeof jobShares.$inferSelect

/** A link with what a list of links says of its job. */
export interface ListedJobShare extends JobShareRow {
  operationId: string
  service: string
  prompt: string | null
}

const listed = {
  id: jobShares.id,
  userId: jobShares.userId,
  jobId: jobShares.jobId,
  tokenDigest: jobShares.tokenDigest,
  withPrompt: jobShares.withPrompt,
  createdAt: jobShares.createdAt,
  expiresAt: jobShares.expiresAt,
  operationId: jobs.operationId,
  service: jobs.service,
  prompt: sql<string | null>`json_extract(${jobs.parameters}, '$.prompt')`
}

const works = (now: number) => or(isNull(jobShares.expiresAt), gt(jobShares.expiresAt, now))

/** The working links of a user to jobs that are there, newest first. @param operationId only those of this job */
export async function jobSharesOf(
  history: History,
  userId: string,
  { operationId, now }: { operationId?: string | undefined; now: number }
): Promise<ListedJobShare[]> {
  const [, rows] = await history.batch([
    history.delete(jobShares).where(and(eq(jobShares.userId, userId), lte(jobShares.expiresAt, now))),
    history
      .select(listed)
      .from(jobShares)
      .innerJoin(jobs, eq(jobs.id, jobShares.jobId))
      .where(
        and(
          eq(jobShares.userId, userId),
          isNull(jobs.deletedAt),
          operationId === undefined ? undefined : eq(jobs.operationId, operationId)
        )
      )
      .orderBy(desc(jobShares.createdAt), desc(jobShares.id))
  ])
  return rows
}

/** All links of a user, for the archive of the user's data; the job is null when it is deleted for good. */
export const jobSharesToShow = (history: History, userId: string) =>
  history
    .select({
      id: jobShares.id,
      operationId: jobs.operationId,
      withPrompt: jobShares.withPrompt,
      createdAt: jobShares.createdAt,
      expiresAt: jobShares.expiresAt
    })
    .from(jobShares)
    .leftJoin(jobs, eq(jobs.id, jobShares.jobId))
    .where(eq(jobShares.userId, userId))

/** The link that works and its job; undefined for a token that opens nothing. */
export async function openJobShare(
  history: History,
  tokenDigest: string,
  now: number
): Promise<{ share: JobShareRow; row: JobRow } | undefined> {
  // Two queries: in a joined row, columns of one name would be one.
  const [share] = await history
    .select()
    .from(jobShares)
    .where(and(eq(jobShares.tokenDigest, tokenDigest), works(now)))
  if (!share) return undefined
  const [row] = await history
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, share.jobId), eq(jobs.userId, share.userId), isNull(jobs.deletedAt)))
  return row?.step === 'completed' ? { share, row } : undefined
}

/**
 * Adds a link unless the user has as many as allowed; links that have expired make room first.
 * @returns the row, also one that was there before; undefined when there is no room
 */
export async function addJobShare(
  history: History,
  row: JobShareRow,
  { sharesMax, now }: { sharesMax: number; now: number }
): Promise<JobShareRow | undefined> {
  const { $client } = history
  const add = $client
    .prepare(
      `insert into job_shares (id, user_id, job_id, token_digest, with_prompt, created_at, expires_at)
      select ?1, ?2, ?3, ?4, ?5, ?6, ?7
      where exists (select 1 from jobs where id = ?3 and user_id = ?2 and deleted_at is null and step = 'completed')
      and (select count(*) from job_shares where user_id = ?2) < ?8
      on conflict do nothing`
    )
    .bind(
      row.id,
      row.userId,
      row.jobId,
      row.tokenDigest,
      row.withPrompt ? 1 : 0,
      row.createdAt,
      row.expiresAt,
      sharesMax
    )
  await $client.batch([
    $client.prepare('delete from job_shares where user_id = ?1 and expires_at <= ?2').bind(row.userId, now),
    add
  ])
  return history
    .select()
    .from(jobShares)
    .where(and(eq(jobShares.id, row.id), eq(jobShares.userId, row.userId)))
    .get()
}

/** @returns whether the user had such a link */
export async function removeJobShare(history: History, userId: string, id: string): Promise<boolean> {
  const removed = await history
    .delete(jobShares)
    .where(and(eq(jobShares.id, id), eq(jobShares.userId, userId)))
    .returning({ id: jobShares.id })
  return removed.length > 0
}

/** Removes the links to a job that is being deleted. */
export async function removeSharesOfJob(history: History, jobId: string): Promise<void> {
  await history.delete(jobShares).where(eq(jobShares.jobId, jobId))
}
