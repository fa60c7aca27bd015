// The operation id of the current purchase. A double click, a reload, a second tab and a window that was closed halfway use the
// same id, so that the user pays once. It ends with its payment, or after 50 minutes.
import { z } from 'zod'
import { operationId } from '#contract/validation.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { nameOfOrder, type Order } from './choice.ts'

const storageKey = 'purchase-intent'
/** Less than the hour that the provider allows, so that a payment which is continued can still be paid. */
const lifetimeMs = 50 * 60_000

const stored = z.object({
  operationId,
  order: z.string(),
  owner: z.string(),
  begunAt: z.number(),
  /** Known once the server answered. */
  paymentId: z.string().nullable()
})
export type Intent = z.infer<typeof stored>

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
