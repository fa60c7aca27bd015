import { useEffect, useRef, useState } from 'react'
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

/** Cancelling jobs: `ask` shows a question before several, and before one that may still cost its price. */
function useCancel(jobs: readonly Job[]) {
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const costs = user === null || paysInTokens(user.plan)
  /** A job that is being cancelled is not asked about again. */
  const left = jobs.filter((job) => !isEnded(job) && !job.cancelling)
  const needsAnswer = left.length > 1 || (costs && left.some(({ state }) => state !== 'queued'))
  // What is asked about may end meanwhile.
  if (asking && !needsAnswer) setAsking(false)

  async function cancel() {
    setAsking(false)
    setBusy(true)
    const answers = await Promise.allSettled(left.map(({ id }) => cancelJob(id)))
    setBusy(false)
    tell(answers, costs)
  }

  return {
    busy,
    left,
    consequence: cancelConsequence(left.length > 0 ? left : jobs, costs),
    /** The question is shown. */
    asking,
    ask: () => (needsAnswer ? setAsking(true) : void cancel()),
    backRef: useFocusAfter(asking),
    cancel: () => void cancel(),
    keep: () => setAsking(false)
  }
}

/** Says what became of jobs that were to be cancelled. */
function tell(answers: readonly PromiseSettledResult<Job>[], costs: boolean) {
  const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const going = told.filter((job) => !isEnded(job))
  const ended = told.filter((job) => isEnded(job) && job.state !== 'cancelled')
  const refused = answers.filter((answer) => answer.status === 'rejected')
  const [first] = refused
  if (first) notify.error(failureText(first.reason, refused.length, answers.length))
  if (going.length > 0) notify.info(`Отменяем. ${cancelConsequence(going, costs)}`)
  else if (!first && ended.length > 0) notify.info(endedText(ended.length, answers.length))
}

function failureText(reason: unknown, refused: number, all: number): string {
  if (all === 1) return errorText(reason, 'Не удалось отменить работу')
  return `Не удалось отменить ${refused} из ${all}: ${errorText(reason, 'попробуйте ещё раз')}`
}

function endedText(ended: number, all: number): string {
  if (ended < all) return 'Часть работ уже завершилась'
  return all > 1 ? 'Работы уже завершились, отменять нечего' : 'Работа уже завершилась, отменять нечего'
}

/** For the button that asks, or what is around it: it gets the focus that a question had, once that is gone. */
function useFocusAfter(asking: boolean) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!asking) return undefined
    return () => {
      if ((document.activeElement ?? document.body) === document.body) buttonIn(place.current)?.focus()
    }
  }, [asking])
  return (element: HTMLElement | null) => {
    place.current = element
  }
}

const buttonIn = (place: HTMLElement | null) =>
  place instanceof HTMLButtonElement ? place : place?.querySelector('button')

type Cancel = ReturnType<typeof useCancel>

/** Asks once. */
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
