import { type ReactNode, useId, useState } from 'react'
import { Trash2 } from 'lucide-react'
import { aiMarkText } from '#contract/ai-mark.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Job } from '#contract/jobs.ts'
import { useSession } from '../../base/session/session.tsx'
import { formatDateTime } from '../../base/format/dates.ts'
import { chargeWords, fileWords, parameterLines, ReceivedPrompt, SeedLine } from './job-facts.tsx'
import { isEnded } from './job-order.ts'
import { promptOf, toolOf } from './job-words.ts'
import { Lineage } from './lineage.tsx'
import { isMidjourney, MidjourneyResult } from './midjourney-result.tsx'
import { RedoButton, ResultActions } from './result-actions.tsx'
import { WhatNext } from './next-steps.tsx'
import { errorText } from '../../base/http/error-text.ts'
import { deleteJob } from './job-calls.ts'
import { Button } from '../../base/ui/button.tsx'
import { Question } from '../../base/ui/question.tsx'
import { notify } from '../../base/ui/notify.ts'

interface JobDetailsProps {
  job: Job
  onDeleted: () => void
  /** Shows another job of its chain in the same place. */
  onShow: (id: string) => void
  /** More buttons, above the one that deletes. */
  extra?: ReactNode
}

/** The settings of a job, its date, its price, its buttons and its chain. */
export function JobDetails({ job, onDeleted, onShow, extra }: JobDetailsProps) {
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
      {prompt && <p className="max-h-60 overflow-y-auto text-small wrap-anywhere whitespace-pre-line">{prompt}</p>}
      <ReceivedPrompt job={job} className="max-h-60 overflow-y-auto" />
      <Facts job={job} />
      <SeedLine job={job} />
      {isMidjourney(job) && job.files.length > 0 ? (
        <div>
          <MidjourneyResult job={job} />
        </div>
      ) : (
        job.files.map((file) => (
          <div key={file.id} className="flex flex-col gap-3">
            <ResultActions job={job} file={file} />
            <WhatNext job={job} file={file} />
          </div>
        ))
      )}
      <Lineage key={`${job.id} ${job.state}`} job={job} onShow={onShow} />
      <div className="empty:hidden">
        <RedoButton job={job} />
      </div>
      {extra}
      {isEnded(job) && <DeleteJob job={job} onDeleted={onDeleted} />}
    </section>
  )
}

/** Some upstreams name an operation, by a word or by its path, instead of a model: the user sees what we call it. */
function modelName(job: Job, upstreamModel: string): string {
  const entry = findStudioEntry(job.service)
  // A reseller puts its maker before the name of a model.
  const route = entry?.upstream.find(({ model }) => upstreamModel === model || upstreamModel.endsWith(`/${model}`))
  const title = route?.modelName ?? route?.modelTitle ?? entry?.modelTitle
  return title ?? (upstreamModel.includes('/') ? toolOf(job) : upstreamModel)
}

function Facts({ job }: { job: Job }) {
  const { user } = useSession()
  const facts = [
    ...parameterLines(job),
    ...job.files.map((file, index) => ({
      label: job.files.length > 1 ? `Файл ${index + 1}` : 'Файл',
      value: fileWords(file)
    })),
    ...(job.upstreamModel === null ? [] : [{ label: 'Выполнено моделью', value: modelName(job, job.upstreamModel) }]),
    ...(job.aiMark ? [{ label: 'Происхождение', value: aiMarkText }] : []),
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
    <Question
      title="Удалить работу?"
      text={`${job.files.length > 0 ? 'Файл исчезнет насовсем, вернуть его нельзя.' : 'Вернуть её нельзя.'} Запись в истории токенов останется.`}
    >
      <Button variant="danger" size="small" busy={busy} onClick={() => void remove()}>
        Удалить насовсем
      </Button>
      <Button variant="secondary" size="small" disabled={busy} onClick={() => setAsking(false)}>
        Не удалять
      </Button>
    </Question>
  )
}
