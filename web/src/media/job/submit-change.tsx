import { RotateCcw } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { midjourney } from '#contract/catalogue/image.ts'
import { isMadeOnce, madeBy, type MidjourneyActionName, priceOfAction } from '#contract/catalogue/midjourney-actions.ts'
import type { ChatPlace } from '#contract/chat-place.ts'
import { type Job, readJob } from '#contract/jobs.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { loaded } from '../../base/http/late-parts.ts'
import { paidErrorText } from '../../base/http/paid-error-text.ts'
import { retryingBlips } from '../../base/http/retry.ts'
import { call } from '../../base/session/client.ts'
import { refreshPrices, shownPrice, shownPrices, usePrices } from '../../base/session/prices.ts'
import { useCost } from '../../base/session/session.tsx'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { InChatContext } from './in-chat.ts'
import { doubleClickMs, learnSubmitted } from './job-calls.ts'

interface Change {
  action: MidjourneyActionName
  /** The number of the variant, from 1; left out for a picture that stands alone. */
  tile?: number
}

/** Operation ids of requests whose answers were lost: another click sends the same id, which is charged once. */
const unanswered = pageStore(() => new Map<string, string>())

async function send(
  { id, parameters }: Pick<Job, 'id' | 'parameters'>,
  change: Change & Partial<ChatPlace>,
  operationId: string
): Promise<void> {
  // Only a click needs the contract's schemas.
  const { changePicture } = await loaded(import('#contract/job-orders.ts'))
  const shown = shownPrice(priceOfAction(change.action, parameters, shownPrices()))
  const headers = { 'idempotency-key': operationId, prefer: 'respond-async', ...shown }
  try {
    const { job, balance } = await retryingBlips(() => call(changePicture, { id, ...change }, { headers }))
    learnSubmitted([job], balance)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PRICE_CHANGED') refreshPrices()
    // Another request with this id is being answered: both get the same job.
    if (!(error instanceof ApiError && error.code === 'OPERATION_IN_PROGRESS')) throw error
    learnSubmitted([(await call(readJob, { id: operationId })).job], null)
  }
}

function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return midjourney.texts.failed
  if (error.code === 'NOT_FOUND') return 'Исходной работы больше нет'
  if (error.code === 'MODEL_NOT_IN_PLAN') return 'Это станет доступно после первой покупки токенов'
  return paidErrorText(error, midjourney.texts.failed)
}

/** Whether another attempt with the same id may still find the job. */
const mayBeLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || (error.code !== 'JOB_NOT_SUBMITTED' && (error.status === 0 || error.status >= 500))

/** Submits actions on a picture, one at a time; the job is in the store when it is accepted. */
export function useChange(job: Pick<Job, 'id' | 'parameters'>) {
  const [sending, setSending] = useState<MidjourneyActionName | null>(null)
  const takenAt = useRef(-Infinity)
  const chat = use(InChatContext)

  async function submit(change: Change) {
    if (sending !== null || performance.now() - takenAt.current < doubleClickMs) return
    const key = [job.id, change.action, change.tile ?? '', chat?.place.conversationId ?? ''].join(' ')
    const operationId = unanswered.getState().get(key) ?? newOperationId()
    unanswered.getState().set(key, operationId)
    setSending(change.action)
    try {
      await send(job, { ...change, ...chat?.place }, operationId)
      takenAt.current = performance.now()
      unanswered.getState().delete(key)
      chat?.onOrdered()
      notify.info(midjourney.texts.busy)
    } catch (error) {
      if (!mayBeLost(error)) unanswered.getState().delete(key)
      notify.error(refusalText(error))
    } finally {
      setSending(null)
    }
  }

  return { sending, submit: (change: Change) => void submit(change) }
}

/** `2 токена`; under Premium `0 токенов, Premium`. Null for settings that are no longer sold. */
export function usePriceWords(job: Pick<Job, 'parameters'>): (action: MidjourneyActionName) => string | null {
  const { costOf, isCovered } = useCost()
  const prices = usePrices()
  return (action) => {
    try {
      const words = formatTokens(costOf(priceOfAction(action, job.parameters, prices)))
      return isCovered ? `${words}, Premium` : words
    } catch {
      return null
    }
  }
}

interface RepeatChangeProps {
  job: Job
  className?: string
}

/**
 * Does the same action on the same earlier picture once more, for its own price; nothing for jobs that are no actions, and
 * while nothing can do it, and where it would bring nothing new: the enlargement of a variant is one picture, and a source that is gone stays gone.
 */
export function RepeatChange(props: RepeatChangeProps) {
  const action = madeBy(props.job)
  // Most cards have none: they need not follow the prices.
  return action === null ? null : <RepeatAction {...props} action={action} />
}

function RepeatAction({ job, className = '', action }: RepeatChangeProps & { action: MidjourneyActionName }) {
  const { parent, tile } = job.parameters
  const { sending, submit } = useChange({ id: String(parent), parameters: job.parameters })
  const price = usePriceWords(job)
  const isThere = isMadeOnce(job) && job.state === 'completed'
  const isShut = useUnconnected()(midjourney.path)
  if (typeof parent !== 'string' || isThere || isShut || job.error?.code === 'SOURCE_GONE') return null
  const words = price(action)
  const label = words === null ? 'Повторить' : `Повторить · ${words}`
  const repeat = () => submit({ action, ...(typeof tile === 'number' && { tile }) })
  return (
    <Button
      variant="secondary"
      size="small"
      className={className}
      icon={<RotateCcw size={15} aria-hidden />}
      busy={sending !== null}
      onClick={repeat}
    >
      {label}
    </Button>
  )
}
