// Folders of works. Every query names the owner: another user's id behaves like an unknown one.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { WorkFolder } from '#contract/library.ts'
import { workFoldersMax } from '#contract/library-limits.ts'
import type { History } from '../base/database.ts'
import { workFolders } from './schema-library.ts'
import { jobs } from './schema.ts'

/** In the order in which they were made. */
export const workFoldersOf = (history: History, userId: string): Promise<WorkFolder[]> =>
  history
    .select({
      id: workFolders.id,
      name: workFolders.name,
      created_at: workFolders.createdAt,
      total: sql<number>`(select count(*) from jobs as work
        where work.user_id = ${userId} and work.work_folder_id is not null and work.work_folder_id = work_folders.id
        and work.deleted_at is null and work.step = 'completed')`
    })
    .from(workFolders)
    .where(eq(workFolders.userId, userId))
    .orderBy(asc(workFolders.id))

/** @returns undefined when the user has as many as there may be */
export async function addWorkFolder(
  { $client }: History,
  { userId, name, now }: { userId: string; name: string; now: number }
): Promise<WorkFolder | undefined> {
  const added = await $client
    .prepare(
      `insert into work_folders (user_id, name, created_at)
      select ?1, ?2, ?3 where (select count(*) from work_folders where user_id = ?1) < ${workFoldersMax}
      returning id, name, created_at, 0 as total`
    )
    .bind(userId, name, now)
    .first<WorkFolder>()
  return added ?? undefined
}

const owned = (userId: string, id: number) => and(eq(workFolders.id, id), eq(workFolders.userId, userId))

export async function hasWorkFolder(history: History, userId: string, id: number): Promise<boolean> {
  const found = await history.select({ id: workFolders.id }).from(workFolders).where(owned(userId, id))
  return found.length > 0
}

/** @returns whether the user has such a folder */
export async function renameWorkFolder(history: History, userId: string, id: number, name: string): Promise<boolean> {
  const changed = await history
    .update(workFolders)
    .set({ name })
    .where(owned(userId, id))
    .returning({ id: workFolders.id })
  return changed.length > 0
}

/** Takes its works out of it and deletes it. @returns whether the user had such a folder */
export async function removeWorkFolder(history: History, userId: string, id: number): Promise<boolean> {
  const [, removed] = await history.batch([
    history
      .update(jobs)
      .set({ workFolderId: null })
      .where(and(eq(jobs.userId, userId), sql`${jobs.workFolderId} is not null`, eq(jobs.workFolderId, id))),
    history.delete(workFolders).where(owned(userId, id)).returning({ id: workFolders.id })
  ])
  return removed.length > 0
}
