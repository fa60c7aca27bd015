// The calls of the library. The list holds only what lays out its tiles; the jobs themselves are in media/job/job-store.ts.
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Job } from '#contract/jobs.ts'
import * as contract from '#contract/library.ts'
import type { LibraryItem } from '#contract/library.ts'
import { saidOffline } from '../../base/http/said-offline.ts'
import { jobsKey } from '../../base/http/query-keys.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { call } from '../../base/session/client.ts'
import { onNewPage } from '../../base/storage/page-store.ts'
import { forgetJobs, learnJobs } from '../../media/job/job-store.ts'
import { admits, askedFor, type Wanted } from './wanted.ts'

const libraryKey = [...jobsKey, 'library'] as const
const listsKey = [...libraryKey, 'list'] as const
const foldersKey = [...libraryKey, 'folders'] as const

/** As many as a large window shows at first. */
const wholeAtFirst = 40

type Page = z.infer<typeof contract.listLibrary.output>
export type LibraryPages = InfiniteData<Page>

/** While the server still reads old prompts, it is asked again. */
const askAgainMs = 1000

/** All jobs that are wanted, newest first; the pages are loaded one after the other until there are no more. */
export const libraryQuery = (wanted: Wanted) =>
  infiniteQueryOptions({
    ...saidOffline,
    queryKey: [...listsKey, wanted],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...askedFor(wanted), ...(pageParam === null ? { whole: wholeAtFirst } : { before: pageParam }) }
      const page = await call(contract.listLibrary, asked, { signal })
      learnJobs(page.jobs)
      noteFresh(page.jobs)
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ works, hasMore }) => (hasMore ? works.at(-1)?.id : undefined),
    refetchInterval: ({ state: { data } }) => (data?.pages.some(({ indexing }) => indexing) ? askAgainMs : false)
  })

/** So many of the newest are shown outside the library. */
const recentMax = 6

/** The works that were made last. */
export const recentWorksQuery = queryOptions({
  queryKey: [...libraryKey, 'recent'],
  queryFn: async ({ signal }) => {
    const { jobs } = await call(contract.listLibrary, { limit: recentMax, whole: recentMax }, { signal })
    learnJobs(jobs)
    noteFresh(jobs)
    return jobs
  }
})

export const foldersQuery = queryOptions({
  queryKey: foldersKey,
  queryFn: async ({ signal }) => (await call(contract.libraryFolders.list, {}, { signal })).folders
})

/** A job as its dialog needs it: whether it is a favourite and in which folder. Null: there is no such finished job. */
export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: [...libraryKey, 'item', id],
    queryFn: async ({ signal }) => (await call(contract.readLibraryJobs, { ids: id }, { signal })).works[0] ?? null
  })

/** So many tiles are drawn in one go: more would hold up the scrolling. */
const learnedAtOnce = 4

/** Reads jobs by their ids into the store, and shows a few of them at a time. */
export async function readJobs(ids: readonly string[]): Promise<void> {
  const { jobs } = await call(contract.readLibraryJobs, { ids: ids.join(',') })
  noteFresh(jobs)
  for (let at = 0; at < jobs.length; at += learnedAtOnce) {
    if (at > 0) await nextTask()
    learnJobs(jobs.slice(at, at + learnedAtOnce))
  }
  const found = new Set(jobs.map(({ id }) => id))
  forgetJobs(ids.filter((id) => !found.has(id)))
}

const wantedOf = (queryKey: readonly unknown[]): Wanted => queryKey[listsKey.length] as Wanted

/** Changes the jobs of every list that is loaded. @param change null: the job leaves this list */
function changeLists(queries: QueryClient, change: (item: LibraryItem, wanted: Wanted) => LibraryItem | null) {
  for (const query of queries.getQueryCache().findAll({ queryKey: listsKey }))
    queries.setQueryData<LibraryPages>(query.queryKey, (data) => {
      if (!data) return data
      let left = 0
      const pages = data.pages.map((page) => {
        const items = page.works.flatMap((item) => change(item, wantedOf(query.queryKey)) ?? [])
        left += page.works.length - items.length
        return { ...page, works: items }
      })
      return {
        ...data,
        pages: pages.map((page) => (page.total === null ? page : { ...page, total: Math.max(0, page.total - left) }))
      }
    })
  rereadInFlight(queries)
}

/** The answer to a read that is in flight would undo a change of the lists: such a read is made anew. */
export const rereadInFlight = (queries: QueryClient): void =>
  void queries.refetchQueries({ queryKey: listsKey, type: 'active', fetchStatus: 'fetching' })

const entryOf = ({ id, createdAt, files }: Job): LibraryItem => ({
  id,
  created_at: createdAt,
  ratio: files[0]?.width && files[0].height ? files[0].width / files[0].height : null,
  favourite: false,
  folder_id: null,
  size_bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
})

/** Puts a job that has just been made into the lists that show such jobs. */
export function addToLists(queries: QueryClient, job: Job): void {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: listsKey })) {
    if (!admits(wantedOf(queryKey), job)) continue
    queries.setQueryData<LibraryPages>(queryKey, (data) => {
      const [first, ...more] = data?.pages ?? []
      if (!data || !first || data.pages.some(({ works }) => works.some(({ id }) => id === job.id))) return data
      const later = first.works.findIndex((item) => item.created_at < job.createdAt)
      const items = first.works.toSpliced(later < 0 ? first.works.length : later, 0, entryOf(job))
      return { ...data, pages: [{ ...first, works: items, total: (first.total ?? 0) + 1 }, ...more] }
    })
  }
}

export interface Place {
  favourite?: boolean
  folderId?: number | null
}

const portionsOf = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size))

/** Marks or files jobs, portion by portion. @returns how many were changed */
export async function placeAll(queries: QueryClient, ids: readonly string[], place: Place): Promise<number> {
  const changed = new Set<string>()
  try {
    for (const portion of portionsOf(ids, contract.jobsPlacedMax))
      for (const id of (await call(contract.placeJobs, { ids: portion, ...place })).ids) changed.add(id)
  } finally {
    showPlaced(queries, changed, place)
  }
  return changed.size
}

function showPlaced(queries: QueryClient, changed: ReadonlySet<string>, { favourite, folderId }: Place) {
  changeLists(queries, (item, wanted) => {
    if (!changed.has(item.id)) return item
    const next = {
      ...item,
      ...(favourite !== undefined && { favourite }),
      ...(folderId !== undefined && { folder_id: folderId })
    }
    const leaves =
      (wanted.favourite && !next.favourite) || (wanted.folder !== undefined && wanted.folder !== next.folder_id)
    return leaves ? null : next
  })
  // Lists that are not on the screen, to which the jobs may belong now.
  void queries.invalidateQueries({ queryKey: libraryKey, refetchType: 'none' })
  void queries.invalidateQueries({ queryKey: foldersKey })
  for (const id of changed) void queries.invalidateQueries({ queryKey: itemQuery(id).queryKey })
}

/** Deletes jobs for good, portion by portion. @param onProgress how many are gone @returns how many */
export async function deleteAll(
  queries: QueryClient,
  ids: readonly string[],
  onProgress: (done: number) => void
): Promise<number> {
  let done = 0
  for (const portion of portionsOf(ids, contract.jobsDeletedMax)) {
    const { deleted } = await call(contract.deleteLibraryJobs, { ids: portion })
    forgetJobs(deleted)
    const gone = new Set(deleted)
    changeLists(queries, (item) => (gone.has(item.id) ? null : item))
    onProgress((done += deleted.length))
  }
  void queries.invalidateQueries({ queryKey: foldersKey })
  return done
}

/** @returns the address of a ZIP with these jobs */
export const zipOf = (ids: readonly string[]) => call(contract.zipJobs, { ids: [...ids] })

/** After a change of a folder: its name or it itself is in lists and menus. */
export const foldersChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: libraryKey })

// When each job was last read: the signed addresses of its files work for half an hour.
const freshForMs = 20 * 60_000

const readAt = new Map<string, number>()
onNewPage(() => readAt.clear())

function noteFresh(jobs: readonly { id: string }[], now = Date.now()): void {
  for (const { id } of jobs) readAt.set(id, now)
}

/** Whether the addresses of the job still work for a while. */
export const isFresh = (id: string, now = Date.now()): boolean => now - (readAt.get(id) ?? -Infinity) < freshForMs
