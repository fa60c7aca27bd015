import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Trash2 } from 'lucide-react'
import type { Job } from '#contract/jobs.ts'
import { useSession } from '../../base/session/session.tsx'
import { formatDateTime } from '../../base/format/dates.ts'
import { chargeWords, fileWords, parameterLines } from './job-facts.ts'
import { isEnded } from './job-order.ts'
import { promptOf, toolOf } from './job-words.ts'
import { ResultActions } from './result-actions.tsx'
import { errorText } from '../../base/http/error-text.ts'
import { deleteJob } from './job-calls.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'

interface JobDetailsProps {
  job: Job
  onDeleted: () => void
  /** More buttons, above the one that deletes. */
  extra?: ReactNode
}

/** The settings of a job, its date, its price and its buttons. */
export function JobDetails({ job, onDeleted, extra }: JobDetailsProps) {
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
      {extra}
      {isEnded(job) && <DeleteJob job={job} onDeleted={onDeleted} />}
    </section>
  )
}

/** Some upstreams name an operation by its path instead of a model: the user sees the name of the tool instead. */
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

/** Asks for a confirmation in place, because deleting cannot be undone. */
function DeleteJob({ job, onDeleted }: { job: Job; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await deleteJob(job.id)
      notify.success('Работа удалена')
      onDeleted()
    } catch (error) {
      notify.error(errorText(error, 'Не удалось удалить работу'))
      setBusy(false)
    }
  }

  if (!asking) {
    return (
      <Button
        variant="danger"
        size="small"
        className="self-start"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Удалить
      </Button>
    )
  }
  return (
    <Question hasFile={job.files.length > 0}>
      <Button variant="danger" size="small" busy={busy} onClick={() => void remove()}>
        Удалить насовсем
      </Button>
      <Button variant="secondary" size="small" disabled={busy} onClick={() => setAsking(false)}>
        Не удалять
      </Button>
    </Question>
  )
}

/** Takes the focus, so that a screen reader reads the question and Tab leads to its buttons. */
function Question({ hasFile, children }: { hasFile: boolean; children: React.ReactNode }) {
  const question = useRef<HTMLFieldSetElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <fieldset ref={question} tabIndex={-1} className="rounded-card border border-line p-4 outline-none">
      <legend className="sr-only">Удалить работу?</legend>
      <p aria-hidden className="text-small font-medium">
        Удалить работу?
      </p>
      <p className="mt-1 text-caption text-ink-soft">
        {hasFile ? 'Файл исчезнет насовсем, вернуть его нельзя. ' : 'Вернуть её нельзя. '}
        Запись в истории токенов останется.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </fieldset>
  )
}
