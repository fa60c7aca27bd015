import type { Job } from '#contract/jobs.ts'
import { isEnded } from './job-order.ts'

/**
 * What a page shows of its jobs, newest first: all that run, the newest `count` results, and what ended without a
 * result since the last one, as many.
 */
export function shownJobs(newestFirst: readonly Job[], count: number): Job[] {
  const results = newestFirst.filter(({ state }) => state === 'completed')
  const lastResultAt = results[0]?.createdAt ?? -Infinity
  const vain = newestFirst.filter((job) => isEnded(job) && job.state !== 'completed' && job.createdAt > lastResultAt)
  const shown = new Set([...results.slice(0, count), ...vain.slice(0, count)])
  return newestFirst.filter((job) => !isEnded(job) || shown.has(job))
}
