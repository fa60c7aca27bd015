// «Мои работы»: the finished jobs of a user with their files. Every query names the owner: another user's id behaves like an
// unknown one.
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { LibraryItem, WantedJobs } from '#contract/library.ts'
import type { History } from '../base/database.ts'
import { folderExists } from './folders.ts'
import { kindsOf, olderThan } from './job-lists.ts'
import type { JobRow } from './job-view.ts'
import { jobs } from './schema.ts'

export interface WantedPage extends Omit<WantedJobs, 'q'> {
  limit: number
  /** Operation id of the oldest job that the client has. */
  before?: string | undefined
  /** Only these: operation ids that a search has found. */
  among?: readonly string[] | undefined
}

/** What the library shows. */
const isJob = and(isNull(jobs.deletedAt), eq(jobs.step, 'completed'))

const inList = (ids: readonly string[]): SQL =>
  sql`${jobs.operationId} in (select value from json_each(${JSON.stringify(ids)}))`

/** The conditions on favourites and folders are written exactly as in their indexes. */
const matching = (userId: string, { service, kind, favourite, folder, from, to, among }: Omit<WantedPage, 'limit'>) =>
  and(
    eq(jobs.userId, userId),
    isJob,
    service === undefined ? undefined : eq(jobs.service, service),
    kind === undefined ? undefined : inArray(jobs.kind, kindsOf[kind]),
    favourite ? isNotNull(jobs.favouriteAt) : undefined,
    folder === undefined ? undefined : and(isNotNull(jobs.folderId), eq(jobs.folderId, folder)),
    from === undefined ? undefined : gte(jobs.createdAt, from),
    to === undefined ? undefined : lt(jobs.createdAt, to),
    among === undefined ? undefined : inList(among)
  )

const entry = {
  id: jobs.operationId,
  created_at: jobs.createdAt,
  ratio: sql<
    number | null
  >`round(1.0 * json_extract(${jobs.files}, '$[0].width') / json_extract(${jobs.files}, '$[0].height'), 3)`,
  favourite: sql`${jobs.favouriteAt} is not null`.mapWith(Boolean),
  folder_id: jobs.folderId,
  size_bytes: sql<number>`(select coalesce(sum(json_extract(value, '$.sizeBytes')), 0) from json_each(${jobs.files}))`
}

/** A page of the list, newest first, and how many jobs there are; null on later pages. */
export async function pageOfWorks(
  history: History,
  userId: string,
  { limit, before, ...wanted }: WantedPage
): Promise<{ works: LibraryItem[]; hasMore: boolean; total: number | null }> {
  const wantedRows = matching(userId, wanted)
  const page = history
    .select(entry)
    .from(jobs)
    .where(and(wantedRows, before === undefined ? undefined : olderThan(userId, before)))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit + 1)
  const counted = history
    .select({ total: sql<number>`count(*)` })
    .from(jobs)
    .where(wantedRows)
  const [rows, counts] = before === undefined ? await history.batch([page, counted]) : [await page, []]
  return { works: rows.slice(0, limit), hasMore: rows.length > limit, total: counts[0]?.total ?? null }
}

/** These jobs as entries of the list, in no particular order. */
export const entriesOf = (history: History, userId: string, ids: readonly string[]): Promise<LibraryItem[]> =>
  history
    .select(entry)
    .from(jobs)
    .where(matching(userId, { among: ids }))

/** The rows of these jobs, newest first; ids that the user does not have are left out. */
export const jobsById = (history: History, userId: string, ids: readonly string[]): Promise<JobRow[]> =>
  history
    .select()
    .from(jobs)
    .where(matching(userId, { among: ids }))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))

/** The rows of ended jobs, deleted ones too; ids that the user does not have are left out. */
export const endedById = (history: History, userId: string, ids: readonly string[]): Promise<JobRow[]> =>
  history
    .select()
    .from(jobs)
    .where(and(eq(jobs.userId, userId), isNotNull(jobs.finishedAt), inList(ids)))

/** Rows by their own ids, as a signed link names them; the caller has checked the owner. */
export const jobsOfIds = (history: History, ids: readonly string[]): Promise<JobRow[]> =>
  history
    .select()
    .from(jobs)
    .where(and(isJob, sql`${jobs.id} in (select value from json_each(${JSON.stringify(ids)}))`))

/** Undefined fields stay. */
export interface JobPlace {
  favourite?: boolean | undefined
  folderId?: number | null | undefined
}

/** @returns the operation ids of the jobs that were changed; undefined when the user has no such folder */
export async function placeJobs(
  history: History,
  userId: string,
  { ids, favourite, folderId, now }: JobPlace & { ids: readonly string[]; now: number }
): Promise<string[] | undefined> {
  const hasFolder = typeof folderId === 'number' ? folderExists({ userId, kind: 'library', id: folderId }) : undefined
  // One transaction: both statements see the folder, or neither does.
  const [changed, [found]] = await history.batch([
    history
      .update(jobs)
      .set({
        ...(favourite !== undefined && {
          favouriteAt: favourite ? sql`coalesce(${jobs.favouriteAt}, ${now})` : null
        }),
        ...(folderId !== undefined && { folderId })
      })
      .where(and(matching(userId, { among: ids }), hasFolder))
      .returning({ id: jobs.operationId }),
    history.select({ isThere: sql<number>`${hasFolder ?? sql`1`}` }).from(sql`(select 1)`)
  ])
  if (!found?.isThere) return undefined
  return changed.map(({ id }) => id)
}
