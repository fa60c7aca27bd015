import { lazy, Suspense, useState } from 'react'
import { CornerUpLeft } from 'lucide-react'
import type { Job } from '#contract/jobs.ts'
import { Button } from '../../base/ui/button.tsx'
import { useJob } from './use-jobs.ts'

const JobDialog = lazy(async () => ({ default: (await import('./job-dialog.tsx')).JobDialog }))

/** Leads back to the pictures that an action continued: they leave the page when newer results come. */
export function ParentJob({ job: { parameters } }: { job: Job }) {
  const { parent } = parameters
  const [opened, setOpened] = useState(false)
  const { job, isLoading, isGone } = useJob(opened && typeof parent === 'string' ? parent : null)
  if (typeof parent !== 'string') return null
  if (isGone) return <p className="mt-2 text-caption text-ink-faint">Исходная работа удалена</p>
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="mt-2 -ml-3"
        icon={<CornerUpLeft size={16} aria-hidden />}
        busy={opened && isLoading}
        onClick={() => setOpened(true)}
      >
        Исходная работа
      </Button>
      {opened && job && (
        <Suspense>
          <JobDialog job={job} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
