// What is being written, and the id under which it will be paid. One intent has one id: through a double click, a
// reload, a second tab, a failed attempt and a detour to payment. A changed request is another intent.

import { newOperationId, type Owner } from '../../base/storage/operation-id.ts'

export interface Intent {
  prompt: string
  model: string
}

export interface Draft {
  /** The `Idempotency-Key` of what is sent next. */
  operationId: string
  prompt: string
  /** What was sent under the id; null until then. */
  sent: Intent | null
  /** Where this draft's predecessor was sent to, for a tab that still shows the predecessor. */
  moved: { operationId: string; conversationId: number } | null
  /** Whose draft it is: another person at this browser starts anew. Null: a visitor's. */
  owner: string | null
}

export const emptyDraft = (owner: string | null, moved: Draft['moved'] = null): Draft => ({
  operationId: newOperationId(),
  prompt: '',
  sent: null,
  moved,
  owner
})

/** The draft as it is sent: under the same id when the same was sent before, else under a new one. */
export function sending(draft: Draft, intent: Intent): Draft {
  const { sent } = draft
  const changed = sent !== null && (sent.prompt !== intent.prompt || sent.model !== intent.model)
  return {
    ...draft,
    prompt: intent.prompt,
    sent: intent,
    operationId: changed ? newOperationId() : draft.operationId
  }
}

/** The draft as its reader may have it: a visitor's is taken over, a stranger's is not. */
export function draftFor(draft: Draft | null, owner: Owner): Draft {
  if (owner === undefined) return draft ?? emptyDraft(null)
  if (!draft || (draft.owner !== null && draft.owner !== owner)) return emptyDraft(owner)
  return draft.owner === owner ? draft : { ...draft, owner }
}
