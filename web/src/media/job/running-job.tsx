import type { Job } from '#contract/jobs.ts'
import { CancelJob } from './cancel-job.tsx'
import { expectedRatio, Frame } from './frame.tsx'
import { Elapsed, ProgressBar, WaitingNote } from './job-progress.tsx'
import { checkingText, nameOf, stageOf } from './job-words.ts'

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
