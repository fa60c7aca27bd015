import type { Job, JobFile } from '#contract/jobs.ts'
import { ratioOf } from './aspect-ratio.ts'
import { isEnded } from './job-order.ts'
import { nameOf } from './job-words.ts'
import { ResultMedia } from './result-media.tsx'
import { RunningJob } from './running-job.tsx'
import { useFileSource } from './use-file-source.ts'
import { VainJob } from './vain-job.tsx'

/** The work itself, as large as the window lets it be. */
export function WorkStage({ job }: { job: Job }) {
  if (job.state !== 'completed') {
    return (
      <div className="w-full max-w-md rounded-card bg-raised p-4 shadow-raised">
        {isEnded(job) ? <VainJob job={job} /> : <RunningJob job={job} />}
      </div>
    )
  }
  return (
    <div className="flex size-full flex-col items-center justify-center gap-4">
      {job.files.map((file) =>
        file.type.startsWith('image/') ? (
          <WholeImage key={file.id} job={job} file={file} />
        ) : (
          <div key={file.id} className="w-full max-w-4xl">
            <ResultMedia job={job} file={file} />
          </div>
        )
      )}
    </div>
  )
}

/** No larger than it is, no larger than the window. */
function WholeImage({ job, file }: { job: Job; file: JobFile }) {
  const { url, key, isBroken, onError } = useFileSource(job.id, file)
  if (isBroken) return <ResultMedia job={job} file={file} />
  const ratio = ratioOf(file)
  return (
    <img
      key={key}
      src={url}
      alt={nameOf(job)}
      onError={onError}
      {...(ratio !== null && {
        style: {
          aspectRatio: ratio,
          width: `min(100%, ${file.width}px, calc((100dvh - var(--around)) * ${ratio.toFixed(4)}))`
        }
      })}
      className="h-auto max-w-full rounded-small bg-pressed [--around:13rem] lg:[--around:8rem]"
    />
  )
}
