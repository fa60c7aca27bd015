import type { Job } from '#contract/jobs.ts'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { repeatPath } from './job-words.ts'

/** The address where a job can be repeated; null where it cannot, also while nothing that is connected makes such works. */
export function useRepeatPath(job: Job | undefined): string | null {
  const isUnconnected = useUnconnected()
  const path = job ? repeatPath(job) : null
  return path !== null && isUnconnected(path.replace(/\?.*/, '')) ? null : path
}
