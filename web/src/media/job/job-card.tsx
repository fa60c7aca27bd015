import { memo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { nameOf, toolOf } from './job-words.ts'
import { RunningJob } from './job-progress.tsx'
import { UnsuccessfulJob } from './unsuccessful-job.tsx'
import { useSession } from '../../base/session/session.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { Comparable } from './comparable.tsx'
import { aiMarkText } from '#contract/ai-mark.ts'
import { chargeWords, ReceivedPrompt, SeedLine } from './job-facts.tsx'
import { isMidjourney, MidjourneyResult } from './midjourney-result.tsx'
import { RedoButton, ResultActions } from './result-actions.tsx'
import { ResultMedia } from './result-media.tsx'
import { WhatNext } from './next-steps.tsx'
import { useKeptCardFocus } from './kept-focus.ts'

interface JobCardProps {
  job: Job
  /** It has the room of its list for itself: no frame around it. */
  isStaged?: boolean
}

/** One job in any state: its progress, its result, or the reason why there is none. */
export const JobCard = memo(function JobCard({ job, isStaged = false }: JobCardProps) {
  const isFramed = !isStaged || job.state === 'failed' || job.state === 'cancelled'
  const focus = useKeptCardFocus([job])
  return (
    <article
      {...focus}
      aria-label={`Работа: ${toolOf(job)}`}
      className={isFramed ? 'rounded-card border border-line bg-raised p-3 shadow-raised sm:p-4' : undefined}
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
      return <UnsuccessfulJob job={job} dismissible />
    case 'completed':
      return <FinishedJob job={job} />
    default:
      return job.state satisfies never
  }
}

const JobDialog = lateDialog(async () => (await import('./job-dialog.tsx')).JobDialog)

/** The result with its buttons. */
function FinishedJob({ job }: { job: Job }) {
  const { user } = useSession()
  const { key: place } = useLocation()
  // A link in the dialog may lead to this very page: the dialog is open only where it was opened.
  const [zoomedAt, setZoomedAt] = useState<string | null>(null)
  return (
    <>
      {isMidjourney(job) ? (
        <MidjourneyResult job={job} onZoom={() => setZoomedAt(place)} />
      ) : (
        job.files.map((file) => (
          <div key={file.id} className="not-first:mt-4">
            <Comparable job={job} file={file}>
              <ResultMedia job={job} file={file} onZoom={() => setZoomedAt(place)} />
            </Comparable>
            <div className="mt-2 flex flex-col gap-2">
              <ResultActions job={job} file={file} />
              <WhatNext job={job} file={file} />
            </div>
          </div>
        ))
      )}
      <p className="mt-2 line-clamp-2 text-small text-ink-soft">{nameOf(job)}</p>
      <ReceivedPrompt job={job} className="mt-1 line-clamp-3" />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-caption text-ink-faint">
          {[...(job.aiMark ? [aiMarkText] : []), chargeWords(job, user?.plan)].join(' · ')}
        </p>
        <RedoButton job={job} />
      </div>
      <SeedLine job={job} />
      {zoomedAt === place && <JobDialog job={job} onClose={() => setZoomedAt(null)} />}
    </>
  )
}
