import { memo } from 'react'
import type { Job } from '#contract/jobs.ts'
import { FinishedJob } from './finished-job.tsx'
import { toolOf } from './job-words.ts'
import { RunningJob } from './running-job.tsx'
import { useKeptCardFocus } from './use-kept-card-focus.ts'
import { VainJob } from './vain-job.tsx'

/** One job in whatever state it is: waiting, running, its result, or why there is none. */
export const JobCard = memo(function JobCard({ job }: { job: Job }) {
  const focus = useKeptCardFocus(job.state)
  return (
    <article
      {...focus}
      aria-label={`Работа: ${toolOf(job)}`}
      className="rounded-card border border-line bg-raised p-3 shadow-raised sm:p-4"
    >
      <Content job={job} />
    </article>
  )
})

function Content({ job }: { job: Job }) {
  switch (job.state) {
    case 'queued':
    case 'running':
    case 'checking':
      return <RunningJob job={job} />
    case 'failed':
    case 'cancelled':
      return <VainJob job={job} />
    case 'completed':
      return <FinishedJob job={job} />
    default:
      return job.state satisfies never
  }
}
