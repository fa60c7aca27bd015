import { lazy, memo, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { Job, JobState } from '#contract/jobs.ts'
import { nameOf, toolOf } from './job-words.ts'
import { RunningJob } from './running-job.tsx'
import { UnsuccessfulJob } from './unsuccessful-job.tsx'
import { useSession } from '../../base/session/session.tsx'
import { chargeWords } from './job-facts.ts'
import { ReceivedPrompt } from './received-prompt.tsx'
import { ResultActions } from './result-actions.tsx'
import { ResultMedia } from './result-media.tsx'

/** One job in any state: its progress, its result, or the reason why there is none. */
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
      return <UnsuccessfulJob job={job} />
    case 'completed':
      return <FinishedJob job={job} />
    default:
      return job.state satisfies never
  }
}

const JobDialog = lazy(async () => ({ default: (await import('./job-dialog.tsx')).JobDialog }))

/** The result with its buttons. */
function FinishedJob({ job }: { job: Job }) {
  const { user } = useSession()
  const [zoomed, setZoomed] = useState(false)
  return (
    <>
      {job.files.map((file) => (
        <div key={file.id} className="not-first:mt-4">
          <ResultMedia job={job} file={file} onZoom={() => setZoomed(true)} />
          <div className="mt-2">
            <ResultActions job={job} file={file} />
          </div>
        </div>
      ))}
      <p className="mt-2 line-clamp-2 text-small text-ink-soft">{nameOf(job)}</p>
      <ReceivedPrompt job={job} className="mt-1 line-clamp-3" />
      <p className="mt-1 text-caption text-ink-faint">{chargeWords(job, user?.plan)}</p>
      {zoomed && (
        <Suspense>
          <JobDialog job={job} onClose={() => setZoomed(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Moves the focus to the card when a change of state removes the button that had it. */
function useKeptCardFocus(state: JobState) {
  const card = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  const shown = useRef(state)
  useLayoutEffect(() => {
    if (shown.current === state) return
    shown.current = state
    const free = document.activeElement === null || document.activeElement === document.body
    if (hadFocus.current && free) card.current?.focus({ preventScroll: true })
  })
  return {
    ref: card,
    tabIndex: -1,
    onFocus: () => {
      hadFocus.current = true
    },
    // React does not call it when the focused element is removed from the page.
    onBlur: () => {
      hadFocus.current = false
    }
  }
}
