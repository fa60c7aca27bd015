import { useState } from 'react'
import { X } from 'lucide-react'
import { paysInTokens } from '#contract/catalogue/plans.ts'
import type { Job } from '#contract/jobs.ts'
import { errorText } from '../../base/http/error-text.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Question } from '../../base/ui/question.tsx'
import { cancelJob } from './job-calls.ts'
import { isEnded } from './job-order.ts'
import { cancelConsequence } from './job-words.ts'

/** Cancelling jobs: `ask` cancels those that cost nothing any more at once, and shows a question before any others. */
function useCancel(jobs: readonly Job[]) {
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [kept, setKept] = useState(false)
  const costs = user === null || paysInTokens(user.plan)
  /** A job that is being cancelled is not asked about again. */
  const left = jobs.filter((job) => !isEnded(job) && !job.cancelling)

  async function cancel() {
    setAsking(false)
    setKept(true)
    setBusy(true)
    const answers = await Promise.allSettled(left.map(({ id }) => cancelJob(id)))
    setBusy(false)
    const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const going = told.filter((job) => !isEnded(job))
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) notify.error(errorText(failed.reason, failureOf(jobs.length)))
    else if (going.length > 0) notify.info(`Отменяем. ${cancelConsequence(going, costs)}`)
    else if (told.some(({ state }) => state !== 'cancelled'))
      notify.info(told.length > 1 ? 'Часть работ уже завершилась' : 'Работа уже завершилась, отменять нечего')
  }

  const isFree = !costs || left.every(({ state }) => state === 'queued')
  return {
    busy,
    left,
    consequence: cancelConsequence(left.length > 0 ? left : jobs, costs),
    /** The question is shown. */
    asking: asking && !isFree,
    ask: () => (isFree ? void cancel() : setAsking(true)),
    /** For the button that asks, or what is around it: it gets the focus back from the question, answered either way. */
    backRef: kept ? focusButton : null,
    cancel: () => void cancel(),
    keep: () => {
      setAsking(false)
      setKept(true)
    }
  }
}

const failureOf = (count: number): string =>
  count > 1 ? 'Не все работы удалось отменить' : 'Не удалось отменить работу'

const focusButton = (place: HTMLElement | null) =>
  (place instanceof HTMLButtonElement ? place : place?.querySelector('button'))?.focus()

type Cancel = ReturnType<typeof useCancel>

/** Asks once before jobs are cancelled that may still cost their price. */
const CancelQuestion = ({ cancel, className }: { cancel: Cancel; className: string }) => (
  <Question
    title={cancel.left.length > 1 ? 'Отменить все работы?' : 'Отменить работу?'}
    text={cancel.consequence}
    className={className}
  >
    <Button variant="danger" size="small" onClick={cancel.cancel}>
      {cancel.left.length > 1 ? 'Отменить все' : 'Отменить работу'}
    </Button>
    <Button variant="secondary" size="small" onClick={cancel.keep}>
      Не отменять
    </Button>
  </Question>
)

/** The button of a card, with what cancelling means; the question takes its place. */
export function CancelJob({ job }: { job: Job }) {
  const cancel = useCancel([job])
  const { asking, backRef, busy, consequence, ask } = cancel
  if (asking) return <CancelQuestion cancel={cancel} className="mt-3" />
  return (
    <div ref={backRef} className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-48 text-caption text-ink-faint">{consequence}</p>
      {!job.cancelling && (
        <Button variant="secondary" size="small" busy={busy} onClick={ask}>
          Отменить
        </Button>
      )}
    </div>
  )
}

/** The button of a row. Where it stands in a wrapping row, its question takes a line of its own. */
export function CancelIcon({ job }: { job: Job }) {
  const cancel = useCancel([job])
  const { asking, backRef, busy, consequence, ask } = cancel
  if (asking) return <CancelQuestion cancel={cancel} className="mx-2 mb-2 basis-full" />
  return (
    <IconButton
      ref={backRef}
      label="Отменить"
      title={`Отменить. ${consequence}`}
      size="small"
      icon={<X size={16} aria-hidden />}
      disabled={busy}
      onClick={ask}
      className="mt-1.5 mr-1"
    />
  )
}

/** The button of several jobs that run, in a wrapping row; nothing where all are being cancelled. */
export function CancelAll({ jobs }: { jobs: readonly Job[] }) {
  const cancel = useCancel(jobs)
  const { asking, backRef, busy, consequence, left, ask } = cancel
  if (asking) return <CancelQuestion cancel={cancel} className="basis-full" />
  if (left.length === 0) return null
  return (
    <div ref={backRef}>
      <Button variant="ghost" size="small" title={consequence} busy={busy} onClick={ask}>
        {jobs.length > 1 ? 'Отменить все' : 'Отменить'}
      </Button>
    </div>
  )
}
