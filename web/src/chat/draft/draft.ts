// The text in a composer, and the operation id under which it will be charged. One intent keeps its id through a double
// click, a reload, a second tab, a failed attempt and a purchase in between. A changed request is another intent.
import type { Attachment } from '#contract/attached-file.ts'
import { newOperationId, type Owner } from '../../base/storage/operation-id.ts'

/** Where a request goes in its conversation; without one, after what is shown. */
export type Place = { parentMessageId: number | null } | { answersMessageId: number }

export interface Intent {
  prompt: string
  model: string
  files?: readonly Attachment[] | undefined
  place?: Place | undefined
  /** It was not typed by the user, so it does not return into the composer when it fails. */
  isGiven?: boolean | undefined
}

export interface Draft {
  /** The `Idempotency-Key` of what is sent next. */
  operationId: string
  prompt: string
  /** Those that the server has, and that are not sent yet. */
  files: readonly Attachment[]
  /** What was sent under the id; null until then. */
  sent: Intent | null
  /** The conversation that the draft before this one began, for a tab that still shows the draft before. */
  moved: { operationId: string; conversationId: number } | null
  /** The user who wrote it; another user of this browser gets an empty draft. Null: a visitor's. */
  owner: string | null
}

export const emptyDraft = (owner: string | null, moved: Draft['moved'] = null): Draft => ({
  operationId: newOperationId(),
  prompt: '',
  files: [],
  sent: null,
  moved,
  owner
})

const idsOf = (files: Intent['files'] = []): string => files.map(({ id }) => id).join()

/** The draft to send: it keeps its id unless a different request, model or file was sent under it before. */
export function sending(draft: Draft, intent: Intent): Draft {
  const { sent } = draft
  const changed =
    sent !== null &&
    (sent.prompt !== intent.prompt || sent.model !== intent.model || idsOf(sent.files) !== idsOf(intent.files))
  return {
    ...draft,
    prompt: intent.prompt,
    sent: intent,
    operationId: changed ? newOperationId() : draft.operationId
  }
}

/** The draft that a user may see: their own or a visitor's, never another user's. Owner undefined: not known yet. */
export function draftFor(draft: Draft | null, owner: Owner): Draft {
  if (owner === undefined) return draft ?? emptyDraft(null)
  if (!draft || (draft.owner !== null && draft.owner !== owner)) return emptyDraft(owner)
  return draft.owner === owner ? draft : { ...draft, owner }
}
