import { lazy, Suspense, useState } from 'react'
import { isMadeOnce } from '#contract/catalogue/midjourney-actions.ts'
import type { Job } from '#contract/jobs.ts'

const RedoDialog = lazy(async () => ({ default: (await import('./redo-dialog.tsx')).RedoDialog }))

/**
 * Offers to make a broken work once more for nothing; once that is done, says so. Nothing for any other job, and for one
 * that its service would answer with the same picture.
 */
export function RedoButton({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false)
  if (job.state !== 'completed' || job.redoOf !== null || isMadeOnce(job)) return null
  if (job.redo !== null) return <p className="text-caption text-ink-faint">Эту работу повторили бесплатно</p>
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="rounded-small text-caption text-ink-soft underline decoration-line underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        Результат испорчен?
      </button>
      {isOpen && (
        <Suspense>
          <RedoDialog job={job} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
