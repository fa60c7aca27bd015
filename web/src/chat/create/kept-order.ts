// The operation id of an order that is not known to be accepted: the same request keeps it through a failed attempt and a reload, so that
// it is charged once.
import { z } from 'zod'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { operationId } from '#contract/validation.ts'
import { onUserLeft } from '../../base/session/user-left.ts'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { unsentKey } from '../../base/storage/unsent.ts'
import { fingerprintOf } from '../../media/form/studio-draft.ts'

const stored = z.object({
  operationId,
  what: z.string(),
  /** The conversation that was created for it. */
  conversationId: z.number().nullable(),
  owner: z.string(),
  /** It was accepted: another tab that sends it now finds its conversation here, and the next order is a new one. */
  isAccepted: z.boolean().default(false)
})
export type KeptOrder = z.infer<typeof stored>

const kept = keptDrafts<KeptOrder>(stored)

/** Used when local storage is blocked or full: lasts until the page is reloaded. */
const unstored = pageStore(() => new Map<string, KeptOrder>())
onUserLeft(() => unstored.setState(new Map(), true))

const keyOf = (at: string): string => unsentKey('studio', `order ${at}`)

const readOrder = (at: string): KeptOrder | null => unstored.getState().get(keyOf(at)) ?? kept.read(keyOf(at))

function writeOrder(at: string, order: KeptOrder | null): void {
  const isStored = kept.write(keyOf(at), order)
  if (isStored || order === null) unstored.getState().delete(keyOf(at))
  else unstored.getState().set(keyOf(at), order)
}

/**
 * The order of a composer.
 * @param at the key of the composer, or of a message whose work is made once more
 * @returns `left`: the conversation of another order that was not accepted; it may still be empty
 */
export function keptOrder(
  at: string,
  owner: string,
  service: string,
  parameters: ParameterValues
): { order: KeptOrder; left: number | null } {
  const what = fingerprintOf({ ...parameters, service })
  const found = readOrder(at)
  const before = found?.owner === owner && !found.isAccepted ? found : null
  if (before?.what === what) return { order: before, left: null }
  const order = { operationId: newOperationId(), what, conversationId: null, owner, isAccepted: false }
  writeOrder(at, order)
  return { order, left: before?.conversationId ?? null }
}

/** What is kept of an order now, by whichever tab; null: nothing, or another order has taken its place. */
export function orderNow(at: string, { operationId: id }: KeptOrder): KeptOrder | null {
  const now = readOrder(at)
  return now?.operationId === id ? now : null
}

/** Changes what is kept of an order, unless another one has taken its place. */
export function changeOrder(at: string, order: KeptOrder, change: Partial<KeptOrder>): void {
  const now = orderNow(at, order)
  if (now) writeOrder(at, { ...now, ...change })
}

/** Its conversation no longer exists: the next attempt creates one, unless another tab has done so already. */
export function forgetConversation(at: string, order: KeptOrder, conversationId: number): void {
  if (orderNow(at, order)?.conversationId === conversationId) changeOrder(at, order, { conversationId: null })
}

/** It was accepted in a conversation that was there before: nothing is kept. */
export function forgetOrder(at: string, order: KeptOrder): void {
  if (orderNow(at, order)) writeOrder(at, null)
}
