// Creates the payment of an order on the server, and retries until its state is known.
import { ApiError } from '../../base/session/client.ts'
import { errorText } from '../../base/http/error-text.ts'
import { beginPremium, beginPurchase, find } from '../payments.ts'
import { blipPauseMs, retried, type PauseOf } from '../../base/http/retry.ts'
import type { Order } from './choice.ts'
import { endIntent, intentOf, notePayment, type Intent } from './intent.ts'

/** What the widget needs. */
export interface Payable {
  id: string
  confirmationToken: string
  widgetUrl: string
}

export type Beginning =
  | { outcome: 'payable'; payable: Payable }
  /** The payment has ended, or its state is unknown: the result page shows it. */
  | { outcome: 'ended'; paymentId: string }
  /** Nothing to pay: a cancelled plan continues. */
  | { outcome: 'free' }
  | { outcome: 'failed'; text: string }

interface BeginOptions {
  owner: string
  signal: AbortSignal
  /** Called before each retry while the provider does not answer. */
  onDelay: () => void
}

const delayedTries = 24
const usualPauseSeconds = 5
const createFailure = 'Ошибка создания платежа'

/** Resolves to null when aborted. */
export async function begin(order: Order, options: BeginOptions): Promise<Beginning | null> {
  const { intent, isNew } = intentOf(order, options.owner)
  try {
    const begun = await askUntilKnown(order, intent, options)
    if (options.signal.aborted) return null
    if (!begun) return { outcome: 'free' }
    notePayment(intent, begun.id)
    if (begun.confirmation_token !== null) {
      const { id, confirmation_token: confirmationToken, widget_url: widgetUrl } = begun
      return { outcome: 'payable', payable: { id, confirmationToken, widgetUrl } }
    }
    endIntent(intent)
    // The intent belongs to an earlier payment that was not paid: start a new one. If it was paid, show it.
    const isStale = !isNew && (begun.status === 'cancelled' || begun.status === 'pending')
    return isStale ? await begin(order, options) : { outcome: 'ended', paymentId: begun.id }
  } catch (error) {
    if (options.signal.aborted) return null
    if (error instanceof ApiError && error.code === 'IDEMPOTENCY_MISMATCH' && !isNew) {
      endIntent(intent)
      return begin(order, options)
    }
    if (error instanceof ApiError && error.code === 'PAYMENT_FAILED') endIntent(intent)
    return { outcome: 'failed', text: failureText(error) }
  }
}

/** A payment that was begun earlier, such as one of the history. Resolves to null when aborted. */
export async function resume(paymentId: string, signal: AbortSignal): Promise<Beginning | null> {
  try {
    const { payment, widget_url: widgetUrl } = await retried(() => find(paymentId, signal), blipPauseMs, signal)
    if (signal.aborted) return null
    const { id, confirmation_token: confirmationToken } = payment
    if (confirmationToken !== null) return { outcome: 'payable', payable: { id, confirmationToken, widgetUrl } }
    return { outcome: 'ended', paymentId: id }
  } catch (error) {
    return signal.aborted ? null : { outcome: 'failed', text: errorText(error, 'Не удалось открыть оплату') }
  }
}

function failureText(error: unknown): string {
  const text = errorText(error, createFailure)
  const isWhole = text === createFailure || (error instanceof ApiError && error.code === 'PAYMENT_DELAYED')
  return isWhole ? text : `${createFailure}. ${text}`
}

const isDelay = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'PAYMENT_DELAYED'

function askUntilKnown(order: Order, { operationId }: Intent, { signal, onDelay }: BeginOptions) {
  const ask = () => (order.kind === 'premium' ? beginPremium(operationId) : beginPurchase(order.offer, operationId))
  // Network and server errors are retried here. After a delay the server says when to retry, see below.
  const askThroughBlips = () =>
    retried(ask, (failures, error) => (isDelay(error) ? null : blipPauseMs(failures, error)))
  const delayPauseMs: PauseOf = (failures, error) => {
    if (!isDelay(error) || failures + 1 >= delayedTries) return null
    onDelay()
    return (error.retryAfter ?? usualPauseSeconds) * 1000
  }
  return retried(askThroughBlips, delayPauseMs, signal)
}
