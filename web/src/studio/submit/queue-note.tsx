import type { Job } from '#contract/jobs.ts'
import { queuedJobs } from './submit-rules.ts'

/** `2 в очереди`: the jobs of this page that the next one is queued behind; nothing without any. */
export function QueueNote({ jobs }: { jobs: readonly Job[] }) {
  const count = queuedJobs(jobs)
  return count > 0 && <span className="ml-auto text-ink-soft tabular-nums">{count} в очереди</span>
}
