import { Sprout } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { repeatPath } from './job-words.ts'

/** The seed of a result, with a link that fills the form with it and the same settings; nothing for a job without one. */
export function SeedLine({ job }: { job: Job }) {
  const again = repeatPath(job)
  if (job.seed === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-caption text-ink-faint">
      <Sprout size={14} aria-hidden />
      <span className="tabular-nums">{`Seed ${job.seed}`}</span>
      {again && (
        <Link
          to={`${again}&seed=1`}
          className="py-1 text-ink-soft underline underline-offset-2 transition hover:text-ink"
        >
          Повторить с этим seed
        </Link>
      )}
    </p>
  )
}
