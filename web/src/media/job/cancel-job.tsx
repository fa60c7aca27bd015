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

/** Cancelling a job: `ask` cancels one that costs nothing any more at once, and shows a question before any other. */
function useCancel(job: Job) {
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [kept, setKept] = useState(false)
  const costs = user === null || paysInTokens(user.plan)

  async function cancel() {
    setAsking(false)
    setBusy(true)
    try {
      const told = await cancelJob(job.id)
      if (!isEnded(told)) notify.info(`Отменяем. ${cancelConsequence(told, costs)}`)
      else if (told.state !== 'cancelled') notify.info('Работа уже завершилась, отменять нечего')
    } catch (error) {
      notify.error(errorText(error, 'Не удалось отменить работу'))
    } finally {
      setBusy(false)
    }
  }

  const isFree = job.state === 'queued' || !costs
  return {
    busy,
    consequence: cancelConsequence(job, costs),
    /** The question is shown. A job that is being cancelled is not asked about again. */
    asking: asking && !isFree && !job.cancelling,
    ask: () => (isFree ? void cancel() : setAsking(true)),
    /** For the button that asks, or what is around it: it gets the focus back from the question. */
    backRef: kept ? focusButton : null,
    cancel: () => void cancel(),
    keep: () => {
      setAsking(false)
      setKept(true)
    }
  }
}

const focusButton = (place: HTMLElement | null) =>
  (place instanceof HTMLButtonElement ? place : place?.querySelector('button'))?.focus()

type Cancel = ReturnType<typeof useCancel>

/** Asks once before a job is cancelled that may still cost its price. */
const CancelQuestion = ({ cancel, className }: { cancel: Cancel; className?: string }) => (
  <Question title="Отменить работу?" text={cancel.consequence} {...(className !== undefined && { className })}>
    <Button variant="danger" size="small" onClick={cancel.cancel}>
      Отменить работу
    </Button>
    <Button variant="secondary" size="small" onClick={cancel.keep}>
      Не отменять
    </Button>
  </Question>
)

/** The button of a card, with what cancelling means; the question takes its place. */
export function CancelJob({ job }: { job: Job }) {
  const cancel = useCancel(job)
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
  const cancel = useCancel(job)
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
