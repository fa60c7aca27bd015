import { useId } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useSession } from '../../base/session/session.tsx'
import { formatDateTime } from '../../base/format/dates.ts'
import { chargeWords } from './charge-words.ts'
import { DeleteWork } from './delete-job.tsx'
import { fileWords } from './file-words.ts'
import { isEnded } from './job-order.ts'
import { promptOf, toolOf } from './job-words.ts'
import { parameterLines } from './parameter-lines.ts'
import { ResultActions } from './result-actions.tsx'

/** What a work was made from, when, what it cost, and what can be done with it. */
export function WorkDetails({ job, onDeleted }: { job: Job; onDeleted: () => void }) {
  const headingId = useId()
  const prompt = promptOf(job)
  return (
    <section aria-labelledby={headingId} className="flex min-h-full flex-col gap-6">
      <div>
        <h2 id={headingId} className="text-title font-semibold">
          {toolOf(job)}
        </h2>
        <p className="mt-1 text-small text-ink-faint">{formatDateTime(job.createdAt)}</p>
      </div>
      {prompt && <p className="max-h-60 overflow-y-auto text-small whitespace-pre-line">{prompt}</p>}
      {job.revisedPrompt !== null && (
        <p className="max-h-60 overflow-y-auto text-caption whitespace-pre-line text-ink-faint">
          Модель получила: {job.revisedPrompt}
        </p>
      )}
      <Facts job={job} />
      {job.files.map((file) => (
        <ResultActions key={file.id} job={job} file={file} />
      ))}
      {isEnded(job) && <DeleteWork job={job} onDeleted={onDeleted} />}
    </section>
  )
}

/** Some upstreams have no models but operations with a path each, which says nothing to a reader: it is the tool's. */
const modelName = (job: Job, upstreamModel: string): string =>
  upstreamModel.includes('/') ? toolOf(job) : upstreamModel

function Facts({ job }: { job: Job }) {
  const { user } = useSession()
  const facts = [
    ...parameterLines(job),
    ...job.files.map((file) => ({ label: 'Файл', value: fileWords(file) })),
    ...(job.upstreamModel === null ? [] : [{ label: 'Выполнено моделью', value: modelName(job, job.upstreamModel) }]),
    { label: 'Оплата', value: isEnded(job) ? chargeWords(job, user?.plan) : 'После готовности' }
  ]
  return (
    <dl className="flex flex-col gap-2.5 text-small">
      {facts.map(({ label, value }, index) => (
        <div key={index} className="flex justify-between gap-4">
          <dt className="shrink-0 text-ink-faint">{label}</dt>
          <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
