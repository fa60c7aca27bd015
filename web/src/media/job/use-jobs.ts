import { useMemo, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Job } from '#contract/jobs.ts'
import { isEnded } from './job-order.ts'
import { findJob, isForgotten, knownJobs, onJobsChange } from './job-store.ts'
import { errorText } from '../../base/http/error-text.ts'
import { jobQuery, recentJobsQuery } from './job-calls.ts'
import { useSession } from '../../base/session/session.tsx'

// HTML of the build knows no jobs.
const noJobs: readonly Job[] = []
const emptyJobs = () => noJobs
const noJob = () => undefined

/** All jobs of the store, newest first. */
export const useKnownJobs = (): readonly Job[] => useSyncExternalStore(onJobsChange, knownJobs, emptyJobs)

/** The user's running jobs of all services, newest first. */
export function useRunningJobs(): readonly Job[] {
  const known = useKnownJobs()
  return useMemo(() => known.filter((job) => !isEnded(job)), [known])
}

interface ServiceJobs {
  /** What `shownJobs` returns. */
  jobs: readonly Job[]
  isLoading: boolean
  /** Why loading failed. */
  failure: string | null
  reload: () => void
}

/** The jobs that the page of a service shows; none for a visitor. */
export function useServiceJobs(service: string, count: number): ServiceJobs {
  const { user } = useSession()
  const { isLoading, error, refetch } = useQuery({ ...recentJobsQuery(service), enabled: user !== null })
  const known = useKnownJobs()
  const jobs = useMemo(
    () =>
      shownJobs(
        known.filter((job) => job.service === service),
        count
      ),
    [known, service, count]
  )
  const failure = error ? errorText(error, 'Не удалось загрузить работы') : null
  return { jobs, isLoading, failure, reload: () => void refetch() }
}

interface OneJob {
  /** Undefined while it is loading and when it does not exist. */
  job: Job | undefined
  isLoading: boolean
  /** The server has no such job. */
  isGone: boolean
}

/** One job by its id; null requests nothing. */
export function useJob(id: string | null): OneJob {
  const { user } = useSession()
  const job = useSyncExternalStore(onJobsChange, () => (id === null ? undefined : findJob(id)), noJob)
  const { isLoading, data } = useQuery({
    ...jobQuery(id ?? ''),
    enabled: user !== null && id !== null && !job && !isForgotten(id)
  })
  return { job, isLoading: isLoading && !job, isGone: !job && data === null }
}

/**
 * The jobs that a page shows, newest first: all running ones, the newest `count` results, and up to `count` failed or
 * cancelled jobs that are newer than the last result. A batch counts as one, and is shown whole.
 */
export function shownJobs(newestFirst: readonly Job[], count: number): Job[] {
  const shown = new Set(shownSingly(representatives(newestFirst), count).map(unitOf))
  return newestFirst.filter((job) => shown.has(unitOf(job)))
}

/** The id that the jobs of a batch share; of another job its own. */
export const unitOf = ({ id, batch }: Pick<Job, 'id' | 'batch'>): string => batch?.id ?? id

const rankOf = (job: Job): number => (!isEnded(job) ? 2 : job.state === 'completed' ? 1 : 0)

/** One job for each batch: one that runs, else one that was delivered, else any. */
function representatives(newestFirst: readonly Job[]): Job[] {
  const best = new Map<string, Job>()
  for (const job of newestFirst) {
    const known = best.get(unitOf(job))
    if (!known || rankOf(job) > rankOf(known)) best.set(unitOf(job), job)
  }
  return [...best.values()]
}

function shownSingly(newestFirst: readonly Job[], count: number): Job[] {
  const results = newestFirst.filter(({ state }) => state === 'completed')
  const lastResultAt = results[0]?.createdAt ?? -Infinity
  const unsuccessful = newestFirst.filter(
    (job) => isEnded(job) && job.state !== 'completed' && job.createdAt > lastResultAt
  )
  const shown = new Set([...results.slice(0, count), ...unsuccessful.slice(0, count)])
  return newestFirst.filter((job) => !isEnded(job) || shown.has(job))
}
