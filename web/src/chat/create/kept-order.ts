// The operation id of an order that is not known to be accepted: the same request keeps it through a failed attempt and a reload, so that
// it is charged once.
import { z } from 'zod'
import { operationId } from '#contract/validation.ts'
import { fingerprintOf } from '../../media/form/studio-draft.ts'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { unsentKey } from '../../base/storage/unsent.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'

const stored = z.object({
  operationId,
  what: z.string(),
  /** The conversation that was created for it. */
  conversationId: z.number().nullable(),
  owner: z.string()
})
export type KeptOrder = z.infer<typeof stored>

const kept = keptDrafts<KeptOrder>(stored)

const keyOf = (at: string): string => unsentKey('studio', `order ${at}`)

/** The order of a composer. @param at the key of the composer, or of a message whose work is made once more */
export function keptOrder(at: string, owner: string, service: string, parameters: ParameterValues): KeptOrder {
  const what = fingerprintOf({ ...parameters, service })
  const before = kept.read(keyOf(at))
  if (before?.owner === owner && before.what === what) return before
  // A conversation that an earlier attempt created, and that may still be empty, is used for this one.
  const conversationId = before?.owner === owner ? before.conversationId : null
  const order = { operationId: newOperationId(), what, conversationId, owner }
  keepOrder(at, order)
  return order
}

export const keepOrder = (at: string, order: KeptOrder | null): void => kept.write(keyOf(at), order)
