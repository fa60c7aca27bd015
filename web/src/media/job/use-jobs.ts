import { useMemo, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Job } from '#contract/jobs.ts'
import { errorText } from '../../base/http/error-text.ts'
import { jobQuery, recentJobsQuery } from './job-calls.ts'
import { useSession } from '../../base/session/session.tsx'
import { statusQuery } from './typical-seconds.ts'
import { useKnownJobs } from './use-running-jobs.ts'
import { findJob, isForgotten, onJobsChange } from './job-store.ts'
import { shownJobs } from './shown-jobs.ts'

export interface ServiceJobs {
  /** Newest first: all that run, the newest `count` results, and failures that are newer than any result. */
  jobs: readonly Job[]
  isLoading: boolean
  /** Why they could not be loaded. */
  failure: string | null
  /** Loads them anew. */
  reload: () => void
}

/** The jobs that the page of a service shows. Nobody's for a visitor. */
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

export interface OneJob {
  /** Undefined while it loads, and when it does not exist. */
  job: Job | undefined
  isLoading: boolean
  /** The server knows no such job. */
  isGone: boolean
}

/** One job by its id: to repeat it, for example. Null asks for none. */
export function useJob(id: string | null): OneJob {
  const { user } = useSession()
  const job = useSyncExternalStore(onJobsChange, () => (id === null ? undefined : findJob(id)))
  const { isLoading, data } = useQuery({
    ...jobQuery(id ?? ''),
    enabled: user !== null && id !== null && !job && !isForgotten(id)
  })
  return { job, isLoading: isLoading && !job, isGone: !job && data === null }
}

/** How long a job of the service usually takes; null while nobody knows. */
export function useTypicalSeconds(service: string): number | null {
  const { data } = useQuery(statusQuery)
  return data?.find((candidate) => candidate.service === service)?.typicalSeconds ?? null
}
