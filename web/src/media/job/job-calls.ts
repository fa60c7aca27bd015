// Reading, cancelling and deleting jobs. What the server tells goes into jobs/job-store.ts; the queries themselves hold
// only what a list needs to go on.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { cancelJob as cancelEndpoint, deleteJob as deleteEndpoint, listJobs, readJob } from '#contract/jobs.ts'
import type { GalleryKind, Job } from '#contract/jobs.ts'
import { isEnded, kindOf } from './job-order.ts'
import { findJob, forgetJobs, knowledge, knownJobs, learnJobs, learnList } from './job-store.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
import { jobsKey } from '../../base/http/query-keys.ts'

/** Signed addresses live half an hour or more: lists that are on the screen are read again before that. */
const linksAgeMs = 20 * 60_000

const jobsPerPage = 24
const recentOfService = 20
const recentOfAll = 8

interface Page {
  /** The oldest job of the page; null on an empty one. */
  oldest: Pick<Job, 'id' | 'createdAt'> | null
  hasMore: boolean
}

interface Listed {
  service?: string
  kind?: GalleryKind
  limit: number
  before?: string
}

async function readPage(wanted: Listed, signal: AbortSignal): Promise<Page> {
  const asked = knowledge()
  const { jobs, hasMore } = await call(listJobs, wanted, { signal })
  const last = jobs.at(-1)
  const newest = wanted.before === undefined ? Infinity : (findJob(wanted.before)?.createdAt ?? 0)
  const oldest = hasMore && last ? last.createdAt : -Infinity
  learnList({
    jobs,
    asked,
    covers: (job) =>
      (wanted.service ?? job.service) === job.service &&
      (wanted.kind ?? kindOf(job)) === kindOf(job) &&
      job.createdAt < newest &&
      job.createdAt > oldest
  })
  return { oldest: last ? { id: last.id, createdAt: last.createdAt } : null, hasMore }
}

/** The newest jobs: of one service, or of all. */
export const recentJobsQuery = (service?: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'recent', service ?? null],
    queryFn: ({ signal }) =>
      readPage(service === undefined ? { limit: recentOfAll } : { service, limit: recentOfService }, signal),
    refetchInterval: linksAgeMs
  })

/** Everything the user made, in pages that go backwards. */
export const galleryQuery = (kind?: GalleryKind) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey, 'gallery', kind ?? null],
    queryFn: ({ pageParam, signal }) =>
      readPage(
        { limit: jobsPerPage, ...(kind !== undefined && { kind }), ...(pageParam !== null && { before: pageParam }) },
        signal
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ oldest, hasMore }) => (hasMore ? oldest?.id : undefined),
    refetchInterval: linksAgeMs
  })

/** Everything that has not ended. What was running and is not named any more is asked for one by one. */
export const runningJobsQuery = queryOptions({
  queryKey: [...jobsKey, 'running'],
  queryFn: async ({ signal }) => {
    const waiting = knownJobs().filter((job) => !isEnded(job))
    const { jobs } = await call(listJobs, { state: 'running', limit: 100 }, { signal })
    learnJobs(jobs)
    const named = new Set(jobs.map(({ id }) => id))
    await Promise.all(waiting.filter(({ id }) => !named.has(id)).map(({ id }) => rereadJob(id)))
    return jobs.length
  },
  staleTime: 0
})

/** Null: there is no such job. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'one', id],
    queryFn: async () => ((await rereadJob(id)) ? id : null)
  })

/** Asks for one job: its state, and fresh addresses of its files. False when it is gone. */
export async function rereadJob(id: string): Promise<boolean> {
  try {
    const { job } = await call(readJob, { id })
    learnJobs([job])
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    forgetJobs([id])
    return false
  }
}

/** Best effort; resolves to the job as it stands afterwards. */
export async function cancelJob(id: string): Promise<Job> {
  const { job } = await call(cancelEndpoint, { id })
  learnJobs([job])
  return findJob(id) ?? job
}

/** Deletes a work and its files for good. One that is gone already counts as deleted. */
export async function deleteJob(id: string): Promise<void> {
  await call(deleteEndpoint, { id }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
  forgetJobs([id])
}
