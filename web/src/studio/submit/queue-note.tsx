import type { Job } from '#contract/jobs.ts'
import { queueWords } from './submit-rules.ts'

/** What this page makes already when the next job is submitted; nothing without any. */
export function QueueNote({ jobs }: { jobs: readonly Job[] }) {
  const words = queueWords(jobs)
  return words !== null && <span className="ml-auto text-ink-soft tabular-nums">{words}</span>
}
