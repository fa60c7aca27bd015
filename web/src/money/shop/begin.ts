// Creates the payment of an order on the server, and retries until its state is known.
import { z } from 'zod'
import { operationId as operationIdRule } from '#contract/validation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { blipPauseMs, type PauseOf, retried } from '../../base/http/retry.ts'
import { ApiError } from '../../base/session/client.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { beginPremium, beginPurchase, find } from '../payments.ts'
import { nameOfOrder, type Order } from './choice.ts'

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
  /** The user did not prove who they are, which keeping a card asks for. */
  | { outcome: 'called-off' }
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
    if (error instanceof DOMException && error.name === 'AbortError') return { outcome: 'called-off' }
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

// The operation id of the current purchase. A double click, a reload, a second tab and a window that was closed halfway use the
// same id, so that the user pays once. It ends with its payment, or after 50 minutes.

const storageKey = 'purchase-intent'
/** Less than the hour that the provider allows, so that a payment which is continued can still be paid. */
const lifetimeMs = 50 * 60_000

const stored = z.object({
  operationId: operationIdRule,
  order: z.string(),
  owner: z.string(),
  begunAt: z.number(),
  /** Known once the server answered. */
  paymentId: z.string().nullable()
})
type Intent = z.infer<typeof stored>

/** Used when local storage is blocked or full: lasts until the page is reloaded. */
const unstored = pageStore<Intent | null>(() => null)

function read(): Intent | null {
  const inMemory = unstored.getState()
  if (inMemory) return inMemory
  try {
    return stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? ''))
  } catch {
    return null
  }
}

function write(intent: Intent): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(intent))
    unstored.setState(null, true)
  } catch {
    unstored.setState(intent, true)
  }
}

/** The stored intent of this order and user, else a new one. */
export function intentOf(order: Order, owner: string, now = Date.now()): { intent: Intent; isNew: boolean } {
  const known = read()
  const name = nameOfOrder(order)
  const ageMs = known ? now - known.begunAt : 0
  if (known && known.owner === owner && known.order === name && ageMs >= 0 && ageMs < lifetimeMs)
    return { intent: known, isNew: false }
  const intent = { operationId: newOperationId(), order: name, owner, begunAt: now, paymentId: null }
  write(intent)
  return { intent, isNew: true }
}

/** Stores the payment id of an intent, so that the result page can end the intent. */
export const notePayment = (intent: Intent, paymentId: string): void => write({ ...intent, paymentId })

/** Removes the intent: the next purchase of the same order is a new payment. */
export function endIntent(ended: { operationId: string } | { paymentId: string }): void {
  const known = read()
  const isIt =
    known && ('paymentId' in ended ? known.paymentId === ended.paymentId : known.operationId === ended.operationId)
  if (!isIt) return
  unstored.setState(null, true)
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Blocked storage holds no intent.
  }
}
