// Reading, cancelling and deleting jobs. The jobs themselves go into job-store.ts; the queries hold only
// how many there are.
import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/jobs.ts'
import type { GalleryKind, Job } from '#contract/jobs.ts'
import { ApiError, isNotFound } from '../../base/http/api-error.ts'
import { saidOffline } from '../../base/http/said-offline.ts'
import { jobsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { refreshBalance, setBalance } from '../../base/session/session-store.ts'
import { isEnded, isUnsuccessful, kindOf } from './job-order.ts'
import { findJob, forgetJobs, knowledge, knownJobs, learnJobs, learnList } from './job-store.ts'

/** An order may be accepted between the two clicks of a double click: for so long the second one must not place another. */
export const doubleClickMs = 700

/** Signed addresses are valid for at least half an hour: a list on the screen is loaded again before that. */
const linksAgeMs = 20 * 60_000

const recentOfService = 20
/** A page shows at most two of them, so many may have been dismissed meanwhile. */
const recentFailures = 4
const recentOfAll = 8

interface Listed {
  service?: string
  kind?: GalleryKind
  outcome?: 'results' | 'failures'
  limit: number
}

/** The newest jobs, into the store. @returns whether there are more */
async function readNewest(wanted: Listed, signal: AbortSignal): Promise<boolean> {
  const asked = knowledge()
  const { jobs, hasMore } = await call(contract.listJobs, wanted, { signal })
  const last = jobs.at(-1)
  const oldest = hasMore && last ? last.createdAt : -Infinity
  learnList({
    jobs,
    asked,
    covers: (job) =>
      (wanted.service ?? job.service) === job.service &&
      (wanted.kind ?? kindOf(job)) === kindOf(job) &&
      (wanted.outcome === undefined || isUnsuccessful(job) === (wanted.outcome === 'failures')) &&
      job.createdAt > oldest
  })
  return hasMore
}

/** Asked for one by one, so that failures never push a result out of the list. */
const recentOf = (service: string, signal: AbortSignal) =>
  Promise.all([
    readNewest({ service, limit: recentOfService, outcome: 'results' }, signal),
    readNewest({ service, limit: recentFailures, outcome: 'failures' }, signal)
  ]).then(([results]) => results)

/** The newest jobs of one service, or of all services. */
export const recentJobsQuery = (service?: string) =>
  queryOptions({
    ...saidOffline,
    queryKey: [...jobsKey, 'recent', service ?? null],
    queryFn: ({ signal }) =>
      service === undefined ? readNewest({ limit: recentOfAll }, signal) : recentOf(service, signal),
    refetchInterval: linksAgeMs
  })

/** More jobs without a result than this are not listed one by one. */
export const failuresMax = 100

/** The newest jobs without a result, of one kind or of all. */
export const failuresQuery = (kind?: GalleryKind) =>
  queryOptions({
    queryKey: [...jobsKey, 'failures', kind ?? null],
    queryFn: ({ signal }) =>
      readNewest({ limit: failuresMax, outcome: 'failures', ...(kind !== undefined && { kind }) }, signal)
  })

/** Running jobs. A job that the store holds as running and the server no longer lists is read by its id. */
export const runningJobsQuery = queryOptions({
  queryKey: [...jobsKey, 'running'],
  queryFn: async ({ signal }) => {
    const waiting = knownJobs().filter((job) => !isEnded(job))
    const { jobs } = await call(contract.listJobs, { state: 'running', limit: 100 }, { signal })
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
    const { job } = await call(contract.readJob, { id })
    learnJobs([job])
    return true
  } catch (error) {
    // 400: an id that none can have.
    if (!isNotFound(error) && !(error instanceof ApiError && error.status === 400)) throw error
    forgetJobs([id])
    return false
  }
}

/** Takes over the answer to a submission. @param balance spendable tokens when it was made; null: unknown */
export function learnSubmitted(jobs: readonly Job[], balance: number | null): void {
  learnJobs(jobs)
  const known = jobs.map((job) => findJob(job.id) ?? job)
  // A message has overtaken this answer, and the end has changed the balance once more.
  if (known.some(isEnded)) void refreshBalance()
  else if (balance !== null) setBalance(balance)
}

/** Asks the server to cancel; resolves to the job as it is afterwards, which may have been completed. */
export async function cancelJob(id: string): Promise<Job> {
  const { job } = await call(contract.cancelJob, { id })
  learnJobs([job])
  return findJob(id) ?? job
}

/** Deletes a job and its files for good. Succeeds for one that is deleted already. */
export async function deleteJob(id: string): Promise<void> {
  await call(contract.deleteJob, { id }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  forgetJobs([id])
}

/** Deletes all jobs without a result, of one kind or of all. */
export async function clearFailures(kind?: GalleryKind): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const cleared = await call(contract.clearFailures, kind === undefined ? {} : { kind })
    forgetJobs(cleared.ids)
    hasMore = cleared.hasMore
  }
}
