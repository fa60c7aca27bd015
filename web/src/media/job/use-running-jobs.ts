import { useMemo, useSyncExternalStore } from 'react'
import type { Job } from '#contract/jobs.ts'
import { isEnded } from './job-order.ts'
import { knownJobs, onJobsChange } from './job-store.ts'

/** All jobs that the page knows, newest first. */
export const useKnownJobs = (): readonly Job[] => useSyncExternalStore(onJobsChange, knownJobs)

/** The user's jobs of all services that have not ended, newest first. */
export function useRunningJobs(): readonly Job[] {
  const known = useKnownJobs()
  return useMemo(() => known.filter((job) => !isEnded(job)), [known])
}
