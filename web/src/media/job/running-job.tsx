import type { Job } from '#contract/jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { expectedRatio, Frame } from './frame.tsx'
import { Elapsed, ProgressBar, WaitingNote } from './job-progress.tsx'
import { cancelConsequence, checkingText, nameOf, stageOf } from './job-words.ts'
import { useCancel } from './use-jobs.ts'

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
      <Cancelling job={job} />
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

function Cancelling({ job }: { job: Job }) {
  const { busy, cancel } = useCancel(job)
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-48 text-caption text-ink-faint">{cancelConsequence(job)}</p>
      {!job.cancelling && (
        <Button variant="secondary" size="small" busy={busy} onClick={cancel}>
          Отменить
        </Button>
      )}
    </div>
  )
}
