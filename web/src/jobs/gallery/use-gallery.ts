import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { GalleryKind, Job } from '#contract/jobs.ts'
import { galleryQuery } from '../../media/job/job-calls.ts'
import { useSession } from '../../base/session/session.tsx'
import { isEnded, isUnsuccessful, kindOf } from '../../media/job/job-order.ts'
import { useKnownJobs } from '../../media/job/use-jobs.ts'

export interface GalleryJobs {
  /** Both lists are newest first; the second one is without failed and cancelled jobs. */
  running: readonly Job[]
  ended: readonly Job[]
  state: 'loading' | 'failed' | 'ready'
  hasMore: boolean
  isLoadingMore: boolean
  moreFailed: boolean
  loadMore: () => void
  reload: () => void
}

/** The user's jobs of one kind or of all kinds, back to the oldest page that was loaded. */
export function useGallery(kind: GalleryKind | undefined): GalleryJobs {
  const { user } = useSession()
  const query = useInfiniteQuery({ ...galleryQuery(kind), enabled: user !== null })
  const known = useKnownJobs()
  const last = query.data?.pages.at(-1)
  // The store may hold some older jobs from other lists. They are left out, or the gallery would have gaps.
  const oldest = last?.hasMore && last.oldest ? last.oldest.createdAt : -Infinity
  const shown = useMemo(
    () => known.filter((job) => (kind ?? kindOf(job)) === kindOf(job) && (job.createdAt >= oldest || !isEnded(job))),
    [known, kind, oldest]
  )
  return {
    running: useMemo(() => shown.filter((job) => !isEnded(job)), [shown]),
    ended: useMemo(() => shown.filter((job) => isEnded(job) && !isUnsuccessful(job)), [shown]),
    state: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch()
  }
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
    id: params.get('work'),
    searchOf,
    show: (id) => void navigate({ search: searchOf(id) }, { replace: true, state: isOpenedHere ? openedHere : null }),
    close: () => void (isOpenedHere ? navigate(-1) : navigate({ search: searchOf(null) }, { replace: true }))
  }
}
