import { lazy, Suspense, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useSession } from '../../base/session/session.tsx'
import { chargeWords } from './charge-words.ts'
import { nameOf } from './job-words.ts'
import { ResultActions } from './result-actions.tsx'
import { ResultMedia } from './result-media.tsx'

const WorkDialog = lazy(async () => ({ default: (await import('./job-dialog.tsx')).WorkDialog }))

/** A result with what can be done with it. */
export function FinishedJob({ job }: { job: Job }) {
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
      <p className="mt-1 text-caption text-ink-faint">{chargeWords(job, user?.plan)}</p>
      {zoomed && (
        <Suspense>
          <WorkDialog job={job} onClose={() => setZoomed(false)} />
        </Suspense>
      )}
    </>
  )
}
