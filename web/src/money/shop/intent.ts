// The id under which a purchase is paid. One intent is one payment: through a double click, a reload, a second tab and a
// window that was closed half way. It ends with its payment, or with the hour for which a payment can be paid.
import { z } from 'zod'
import { operationId } from '#contract/validation.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { nameOfOrder, type Order } from './choice.ts'

const storageKey = 'purchase-intent'
/** Less than the hour of the provider, so that what is begun again can still be paid. */
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

/** Where storage is blocked or full, an intent lives as long as the page. */
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

/** The intent of an order: the one that was begun before, else a new one. */
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

/** Remembers which payment an intent became, so that the page of its result can end it. */
export const notePayment = (intent: Intent, paymentId: string): void => write({ ...intent, paymentId })

/** The next purchase of the same is another one. */
export function endIntent(ended: { operationId: string } | { paymentId: string }): void {
  const known = read()
  const isIt =
    known && ('paymentId' in ended ? known.paymentId === ended.paymentId : known.operationId === ended.operationId)
  if (!isIt) return
  unstored.setState(null, true)
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // It was not stored either.
  }
}
