// The results of a user: the newest one as large as the window lets it be, and a strip that brings back the others.
import { Suspense, useState } from 'react'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { Job } from '#contract/jobs.ts'
import { late } from '../../base/page/late.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { JobCard } from '../../media/job/job-card.tsx'
import { unitOf } from '../../media/job/use-jobs.ts'
import { Strip } from './strip.tsx'

/** What was asked for at once: one job, or the jobs of a batch. */
export interface Unit {
  id: string
  jobs: readonly [Job, ...Job[]]
}

interface StageProps {
  kind: StudioKind
  /** Newest first, at least one. */
  jobs: readonly Job[]
}

/** Recordings have nothing to look at: they stay a list. */
export function Stage({ kind, jobs }: StageProps) {
  const units = inUnits(jobs)
  return kind === 'audio' ? <List units={units} /> : <Shown units={units} />
}

function Shown({ units }: { units: readonly Unit[] }) {
  const [newest] = units
  const [chosen, setChosen] = useState<{ id: string; newest: string | undefined } | null>(null)
  // A new request takes the stage; one that ends does not.
  const kept = chosen?.newest === newest?.id ? units.find(({ id }) => id === chosen?.id) : undefined
  const unit = kept ?? newest
  if (!unit) return null
  return (
    <div className="flex flex-col gap-3 xl:flex-row-reverse xl:items-start">
      {units.length > 1 && (
        <Strip units={units} shown={unit.id} onChoose={(id) => setChosen({ id, newest: newest?.id })} />
      )}
      {/* What is above and below the picture: the bars, the heading, and two rows of buttons. */}
      <div key={unit.id} className="min-w-0 grow xl:[--around:18rem]">
        <UnitCard unit={unit} isStaged />
      </div>
    </div>
  )
}

const BatchCard = late(async () => (await import('../../media/job/batch-card.tsx')).BatchCard)

const UnitCard = ({ unit: { jobs }, isStaged = false }: { unit: Unit; isStaged?: boolean }) =>
  jobs.length > 1 ? (
    <Suspense fallback={<Skeleton className="h-80 w-full rounded-card" />}>
      <BatchCard jobs={jobs} />
    </Suspense>
  ) : (
    <JobCard job={jobs[0]} isStaged={isStaged} />
  )

/** Two columns; with an odd number of cards the first one takes a whole row. */
const List = ({ units }: { units: readonly Unit[] }) => (
  <ul className="grid items-start gap-4 sm:grid-cols-2 sm:[&>li:first-child:nth-last-child(odd)]:col-span-full">
    {units.map((unit) => (
      <li key={unit.id}>
        <UnitCard unit={unit} />
      </li>
    ))}
  </ul>
)

/** The jobs of each batch together, in the order of the newest. */
function inUnits(jobs: readonly Job[]): Unit[] {
  const units = new Map<string, [Job, ...Job[]]>()
  for (const job of jobs) {
    const known = units.get(unitOf(job))
    if (known) known.push(job)
    else units.set(unitOf(job), [job])
  }
  return [...units].map(([id, made]) => ({ id, jobs: made }))
}
