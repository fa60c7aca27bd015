// What is set on a studio page, and the id under which it will be paid. One intent has one id: through a double click,
// a reload, a second tab, a failed attempt and a detour to payment. Changed settings are another intent.
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'

export interface StudioDraft {
  /** The `Idempotency-Key` of what is submitted next. */
  operationId: string
  /** Everything that is set but the files, which are kept apart. */
  values: ParameterValues
  /** Fingerprint of what was submitted under the id; null until then. */
  sent: string | null
  /** Whose draft it is: another person at this browser starts anew. Null: a visitor's. */
  owner: string | null
}

export const newDraft = (owner: string | null, values: ParameterValues): StudioDraft => ({
  operationId: newOperationId(),
  values,
  sent: null,
  owner
})

/** The draft as it is submitted: under the same id when the same was submitted before, else under a new one. */
export const sending = (draft: StudioDraft, fingerprint: string): StudioDraft => ({
  ...draft,
  sent: fingerprint,
  operationId: draft.sent === null || draft.sent === fingerprint ? draft.operationId : newOperationId()
})

/** Whether this reader may have what the owner left: a visitor's things are taken over, a stranger's are not. */
export const mayHave = (owner: string | null, reader: string | null): boolean => owner === null || owner === reader
