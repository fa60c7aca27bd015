import { useId, type Ref } from 'react'
import { Images } from 'lucide-react'
import { Link } from 'react-router-dom'
import { JobCard } from '../media/job/job-card.tsx'
import { paths } from '../base/paths.ts'
import { buttonClass } from '../base/ui/button.tsx'
import { ErrorState } from '../base/ui/states.tsx'
import { Skeleton } from '../base/ui/skeleton.tsx'
import { Invitation } from './simulation/invitation.tsx'
import { SimulatedResult } from './simulation/simulated-result.tsx'
import type { Studio } from './use-studio.ts'
import { EmptyResults } from './results/empty-results.tsx'

/** What was made on this page: running works on top, then the newest results. */
export function ResultsPanel({ ref, studio }: { ref: Ref<HTMLElement>; studio: Studio }) {
  const headingId = useId()
  return (
    <section ref={ref} aria-labelledby={headingId} className="scroll-mt-32">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id={headingId} className="text-title font-semibold">
          Результаты
        </h2>
        {studio.session.status !== 'signed-out' && (
          <Link to={paths.library} className={buttonClass({ variant: 'ghost', className: '-mr-3' })}>
            <Images size={18} className="text-ink-faint" aria-hidden />
            Все работы
          </Link>
        )}
      </div>
      <div className="mt-3">
        <Results studio={studio} />
      </div>
    </section>
  )
}

function Results({ studio }: { studio: Studio }) {
  const { entry, session, works, simulation } = studio
  if (session.status === 'signed-out') return <SimulatedResults studio={studio} />
  if (session.status === 'loading' || works.isLoading) return <Skeleton className="h-80 w-full rounded-card" />
  if (works.failure && works.jobs.length === 0)
    return <ErrorState text={works.failure} onRetry={() => window.location.reload()} />
  if (works.jobs.length === 0) return <EmptyResults entry={entry} running={simulation.running} />
  return (
    <ul className={listClass}>
      {works.jobs.map((job) => (
        <li key={job.id}>
          <JobCard job={job} />
        </li>
      ))}
    </ul>
  )
}

function SimulatedResults({ studio: { entry, simulation } }: { studio: Studio }) {
  const { results, running } = simulation
  if (results.length === 0) return <EmptyResults entry={entry} running={running} />
  return (
    <div className="flex flex-col gap-4">
      <ul className={listClass}>
        {results.map((result) => (
          <li key={result.id}>
            <SimulatedResult entry={entry} result={result} />
          </li>
        ))}
      </ul>
      <Invitation path={entry.path} />
    </div>
  )
}

/** In pairs; the first one of an odd number has its line to itself. */
const listClass = 'grid items-start gap-4 sm:grid-cols-2 sm:[&>li:first-child:nth-last-child(odd)]:col-span-full'
