// Links to works. Every query but the one by token names the owner or the work. A link that has expired opens nothing; its row
// goes when its owner next looks at the links or makes one.
import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import type { JobRow } from './job-view.ts'
import { workShares } from './schema-work-shares.ts'
import { jobs } from './schema.ts'

export type WorkShareRow = typeof workShares.$inferSelect

/** A link with what a list of links says of its work. */
export interface ListedWorkShare extends WorkShareRow {
  workId: string
  service: string
  prompt: string | null
}

const listed = {
  id: workShares.id,
  userId: workShares.userId,
  jobId: workShares.jobId,
  tokenDigest: workShares.tokenDigest,
  withPrompt: workShares.withPrompt,
  createdAt: workShares.createdAt,
  expiresAt: workShares.expiresAt,
  workId: jobs.operationId,
  service: jobs.service,
  prompt: sql<string | null>`json_extract(${jobs.parameters}, '$.prompt')`
}

const works = (now: number) => or(isNull(workShares.expiresAt), gt(workShares.expiresAt, now))

/** The working links of a user to works that are there, newest first. @param workId only those of this work */
export async function workSharesOf(
  history: History,
  userId: string,
  { workId, now }: { workId?: string | undefined; now: number }
): Promise<ListedWorkShare[]> {
  const [, rows] = await history.batch([
    history.delete(workShares).where(and(eq(workShares.userId, userId), lte(workShares.expiresAt, now))),
    history
      .select(listed)
      .from(workShares)
      .innerJoin(jobs, eq(jobs.id, workShares.jobId))
      .where(
        and(
          eq(workShares.userId, userId),
          isNull(jobs.deletedAt),
          workId === undefined ? undefined : eq(jobs.operationId, workId)
        )
      )
      .orderBy(desc(workShares.createdAt), desc(workShares.id))
  ])
  return rows
}

/** All links of a user, for the archive of the user's data; the work is null when it is deleted for good. */
export const workSharesToShow = (history: History, userId: string) =>
  history
    .select({
      id: workShares.id,
      workId: jobs.operationId,
      withPrompt: workShares.withPrompt,
      createdAt: workShares.createdAt,
      expiresAt: workShares.expiresAt
    })
    .from(workShares)
    .leftJoin(jobs, eq(jobs.id, workShares.jobId))
    .where(eq(workShares.userId, userId))

/** The link that works and its job; undefined for a token that opens nothing. */
export async function openWorkShare(
  history: History,
  tokenDigest: string,
  now: number
): Promise<{ share: WorkShareRow; row: JobRow } | undefined> {
  // Two queries: in a joined row, columns of one name would be one.
  const [share] = await history
    .select()
    .from(workShares)
    .where(and(eq(workShares.tokenDigest, tokenDigest), works(now)))
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
export async function addWorkShare(
  history: History,
  row: WorkShareRow,
  { sharesMax, now }: { sharesMax: number; now: number }
): Promise<WorkShareRow | undefined> {
  const { $client } = history
  const add = $client
    .prepare(
      `insert into work_shares (id, user_id, job_id, token_digest, with_prompt, created_at, expires_at)
      select ?1, ?2, ?3, ?4, ?5, ?6, ?7
      where exists (select 1 from jobs where id = ?3 and user_id = ?2 and deleted_at is null and step = 'completed')
      and (select count(*) from work_shares where user_id = ?2) < ?8
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
    $client.prepare('delete from work_shares where user_id = ?1 and expires_at <= ?2').bind(row.userId, now),
    add
  ])
  const [found] = await history
    .select()
    .from(workShares)
    .where(and(eq(workShares.id, row.id), eq(workShares.userId, row.userId)))
  return found
}

/** @returns whether the user had such a link */
export async function removeWorkShare(history: History, userId: string, id: string): Promise<boolean> {
  const removed = await history
    .delete(workShares)
    .where(and(eq(workShares.id, id), eq(workShares.userId, userId)))
    .returning({ id: workShares.id })
  return removed.length > 0
}

/** Removes the links to a work that is being deleted. */
export async function removeSharesOfJob(history: History, jobId: string): Promise<void> {
  await history.delete(workShares).where(eq(workShares.jobId, jobId))
}
