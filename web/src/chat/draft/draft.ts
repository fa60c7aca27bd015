// The text in a composer, and the operation id under which it will be charged. One intent keeps its id through a double
// click, a reload, a second tab, a failed attempt and a purchase in between. A changed request is another intent.
import type { RoleOfConversation } from '#contract/roles.ts'
import type { AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import type { Attachment } from '#contract/attached-file.ts'
import type { ShownPrice } from '../../base/session/prices.ts'
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
  /** Absent: none. */
  extras?: AnswerExtras | undefined
  /** What the page showed as its price; absent: what it shows now. */
  shown?: ShownPrice | undefined
}

/** How a question is asked: with which model and switches, and at which price its user saw it. */
export type Way = Pick<Intent, 'model' | 'extras' | 'shown'>

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
  /** Who answers in the conversation that it begins; null: no role. */
  role: RoleOfConversation | null
  /** The user who wrote it; another user of this browser gets an empty draft. Null: a visitor's. */
  owner: string | null
}

export const emptyDraft = (owner: string | null, moved: Draft['moved'] = null): Draft => ({
  operationId: newOperationId(),
  prompt: '',
  files: [],
  sent: null,
  moved,
  role: null,
  owner
})

const idsOf = (files: Intent['files'] = []): string => files.map(({ id }) => id).join()

const isSame = (one: Intent, other: Intent): boolean =>
  one.prompt === other.prompt &&
  one.model === other.model &&
  idsOf(one.files) === idsOf(other.files) &&
  (one.extras?.webSearch ?? false) === (other.extras?.webSearch ?? false) &&
  (one.extras?.thinking ?? false) === (other.extras?.thinking ?? false)

/** The draft to send: it keeps its id unless a different request, model, file or switch was sent under it before. */
export function sending(draft: Draft, intent: Intent): Draft {
  const { sent } = draft
  const changed = sent !== null && !isSame(sent, intent)
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
