import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { LibraryItem } from '#contract/library.ts'
import { forgettings, isForgotten, knownJobs, onJobEnd, onJobsChange } from '../../media/job/job-store.ts'
import { useSession } from '../../base/session/session.tsx'
import { addToLists, type LibraryPages, libraryQuery, rereadInFlight } from './library-calls.ts'
import { admits, type Wanted } from './wanted.ts'

export interface Library {
  /** Newest first; all of them once `hasMore` is false. */
  items: readonly LibraryItem[]
  total: number
  state: 'loading' | 'failed' | 'ready'
  /** Older jobs are still being loaded, or could not be. */
  hasMore: boolean
  moreFailed: boolean
  /** The jobs on the screen are those of the filter before. */
  isChanging: boolean
  /** Old prompts are still being read for the search. */
  indexing: boolean
  /** The search found more than it may show. */
  cut: boolean
  loadMore: () => void
  reload: () => void
}

/** The jobs that are wanted, all of them: the places of the tiles are known before the tiles are drawn. */
export function useLibrary(wanted: Wanted): Library {
  const { user } = useSession()
  const query = useInfiniteQuery({
    ...libraryQuery(wanted),
    enabled: user !== null,
    placeholderData: keepPreviousData
  })
  const { data } = query
  useNewJobs(wanted, data)
  const listed = useMemo(() => data?.pages.flatMap(({ works }) => works) ?? [], [data])
  const deletions = useSyncExternalStore(onJobsChange, forgettings)
  const items = useMemo(() => withoutForgotten(listed, deletions), [listed, deletions])
  const total = (data?.pages[0]?.total ?? listed.length) - (listed.length - items.length)
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && !isPlaceholderData) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage])
  return {
    items,
    total: Math.max(items.length, total),
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    hasMore: hasNextPage,
    moreFailed: hasNextPage && isError,
    isChanging: isPlaceholderData,
    indexing: data?.pages.some(({ indexing }) => indexing) ?? false,
    cut: data?.pages[0]?.cut ?? false,
    loadMore: () => void fetchNextPage(),
    reload: () => void query.refetch()
  }
}

/**
 * What is listed without what was deleted since: the same list if that is nothing, so that ten thousand places are not laid out
 * anew for each job that is read.
 * @param deletions how many there were: nothing else changes the result
 */
function withoutForgotten(listed: readonly LibraryItem[], deletions: number): readonly LibraryItem[] {
  if (deletions === 0) return listed
  const left = listed.filter(({ id }) => !isForgotten(id))
  return left.length === listed.length ? listed : left
}

/**
 * Puts jobs into the list that end while it is on the screen, and those that another tab has told of.
 * @param data the list: an answer to an earlier request may lack them
 */
function useNewJobs(wanted: Wanted, data: LibraryPages | undefined): void {
  const queries = useQueryClient()
  const hasWords = wanted.q !== undefined
  useEffect(
    () =>
      onJobEnd((job) => {
        if (hasWords) void queries.invalidateQueries({ queryKey: libraryQuery(wanted).queryKey })
        else {
          addToLists(queries, job)
          if (admits(wanted, job)) rereadInFlight(queries)
        }
      }),
    [queries, wanted, hasWords]
  )
  useEffect(() => {
    const addNewer = () => {
      const newest = data?.pages[0]?.works[0]?.created_at ?? -Infinity
      for (const job of data ? knownJobs() : []) {
        if (job.createdAt <= newest) break
        if (admits(wanted, job)) addToLists(queries, job)
      }
    }
    addNewer()
    return onJobsChange(addNewer)
  }, [queries, wanted, data])
}

export interface OpenedJob {
  id: string | null
  /** The query that opens this job, or closes the dialog for null; the filter stays. */
  searchOf: (id: string | null) => string
  show: (id: string) => void
  close: () => void
}

/** Navigation state of links in the gallery: closing the dialog may then go one step back. */
export const openedHere = { openedHere: true } as const

/** The job whose dialog is open. Its id is in the address, so the link can be saved and «назад» closes the dialog. */
export function useOpenedJob(): OpenedJob {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const searchOf = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete('work')
    else next.set('work', id)
    return `?${next}`
  }
  const isOpenedHere = typeof state === 'object' && state !== null && 'openedHere' in state
  return {
    id: params.get('work') || null,
    searchOf,
    show: (id) => void navigate({ search: searchOf(id) }, { replace: true, state: isOpenedHere ? openedHere : null }),
    close: () => void (isOpenedHere ? navigate(-1) : navigate({ search: searchOf(null) }, { replace: true }))
  }
}
