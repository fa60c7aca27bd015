// Reading, cancelling and deleting jobs. The jobs themselves go into job-store.ts; the queries hold only
// how many there are.
import { queryOptions } from '@tanstack/react-query'
import { cancelJob as cancelEndpoint, deleteJob as deleteEndpoint, listJobs, readJob } from '#contract/jobs.ts'
import type { Job } from '#contract/jobs.ts'
import { isEnded } from './job-order.ts'
import { findJob, forgetJobs, knowledge, knownJobs, learnJobs, learnList } from './job-store.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { call } from '../../base/session/client.ts'
import { jobsKey } from '../../base/http/query-keys.ts'

/** Signed addresses are valid for at least half an hour: a list on the screen is loaded again before that. */
const linksAgeMs = 20 * 60_000

const recentOfService = 20
const recentOfAll = 8

interface Listed {
  service?: string
  limit: number
}

/** The newest jobs, into the store. @returns how many there are */
async function readNewest(wanted: Listed, signal: AbortSignal): Promise<number> {
  const asked = knowledge()
  const { jobs, hasMore } = await call(listJobs, wanted, { signal })
  const last = jobs.at(-1)
  const oldest = hasMore && last ? last.createdAt : -Infinity
  learnList({
    jobs,
    asked,
    covers: (job) => (wanted.service ?? job.service) === job.service && job.createdAt > oldest
  })
  return jobs.length
}

/** The newest jobs of one service, or of all services. */
export const recentJobsQuery = (service?: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'recent', service ?? null],
    queryFn: ({ signal }) =>
      readNewest(service === undefined ? { limit: recentOfAll } : { service, limit: recentOfService }, signal),
    refetchInterval: linksAgeMs
  })

/** The newest jobs that failed, and those that were cancelled. */
export const unsuccessfulJobsQuery = queryOptions({
  queryKey: [...jobsKey, 'unsuccessful'],
  queryFn: async ({ signal }) => {
    const lists = await Promise.all(
      (['failed', 'cancelled'] as const).map((state) => call(listJobs, { state, limit: recentOfService }, { signal }))
    )
    const jobs = lists.flatMap((list) => list.jobs)
    learnJobs(jobs)
    return jobs.length
  }
})

/** Running jobs. A job that the store holds as running and the server no longer lists is read by its id. */
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

/** Resolves to null when there is no such job. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'one', id],
    queryFn: async () => ((await rereadJob(id)) ? id : null)
  })

/** Reads one job again: its state and fresh addresses of its files. False when it does not exist. */
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

/** Asks the server to cancel; resolves to the job as it is afterwards, which may have been completed. */
export async function cancelJob(id: string): Promise<Job> {
  const { job } = await call(cancelEndpoint, { id })
  learnJobs([job])
  return findJob(id) ?? job
}

/** Deletes a job and its files for good. Succeeds for one that is deleted already. */
export async function deleteJob(id: string): Promise<void> {
  await call(deleteEndpoint, { id }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
  forgetJobs([id])
}
