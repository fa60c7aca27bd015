import { useEffect, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { formatAbout, formatDuration } from '../../base/format/durations.ts'
import { serverNow } from '../../base/session/prices.ts'
import { useTypicalSeconds } from '../service-status.ts'
import { CancelJob } from './cancel-job.tsx'
import { expectedRatio, Frame } from './frame.tsx'
import { checkingText, nameOf, stageOf, waitingText } from './job-words.ts'

interface ProgressBarProps {
  label: string
  /** 0 to 1; null when the provider does not report it. */
  value: number | null
}

/** `<progress>` looks different in every browser: it is for screen readers only, and a bar of our own is drawn. */
export const ProgressBar = ({ label, value }: ProgressBarProps) => (
  <div className="relative w-full">
    <progress aria-label={label} {...(value !== null && { value })} className="sr-only" />
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-pressed">
      {value === null ? (
        <div className="h-full w-1/3 animate-glide rounded-full bg-accent" />
      ) : (
        <div
          style={{ width: `${Math.max(2, value * 100)}%` }}
          className="h-full rounded-full bg-accent transition-[width] duration-500"
        />
      )}
    </div>
  </div>
)

/** `12 с · обычно около 20 с`: time since the provider started, or since the user submitted the job. */
export function Elapsed({ job }: { job: Job }) {
  const typical = useTypicalSeconds(job.service)
  const now = useNow()
  const seconds = (now - (job.startedAt ?? job.createdAt)) / 1000
  return (
    <span className="tabular-nums">
      {`${formatDuration(seconds)}${
        typical !== null && job.state !== 'checking'
          ? seconds > typical * 2
            ? ' · дольше обычного'
            : ` · обычно около ${formatAbout(typical)}`
          : ''
      }`}
    </span>
  )
}

/** Why the job has not begun or does not go on; nothing for one that does. */
export function WaitingNote({ job, className }: { job: Job; className: string }) {
  const text = waitingText(job, useNow())
  return text && <span className={className}>{text}</span>
}

/** The current time in ms, by the clock that has written the times of jobs, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The progress of a running job, in a box of the size that its result will have. */
export function RunningJob({ job }: { job: Job }) {
  const ratio = expectedRatio(job)
  return (
    <>
      {ratio === null ? (
        <div className="rounded-control bg-sunken px-4 py-8">
          <Stage job={job} />
        </div>
      ) : (
        <Frame ratio={ratio} className="grid min-h-44 place-items-center p-4">
          <Stage job={job} />
        </Frame>
      )}
      <p className="mt-3 line-clamp-2 text-small text-ink-soft">{nameOf(job)}</p>
      <CancelJob job={job} />
    </>
  )
}

const Stage = ({ job }: { job: Job }) => (
  <div className="mx-auto flex w-full max-w-72 flex-col items-center gap-3 text-center">
    <p className="font-medium">{stageOf(job)}</p>
    <ProgressBar label={stageOf(job)} value={job.progress} />
    <p className="text-caption text-ink-soft">
      <Elapsed job={job} />
    </p>
    <WaitingNote job={job} className="text-caption text-ink-soft" />
    {job.state === 'checking' && !job.cancelling && <p className="text-caption text-ink-soft">{checkingText}</p>}
  </div>
)
