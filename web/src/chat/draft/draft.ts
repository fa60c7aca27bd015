// The text in a composer, and the operation id under which it will be charged. One intent keeps its id through a double
// click, a reload, a second tab, a failed attempt and a purchase in between. A changed request is another intent.
import { useSyncExternalStore } from 'react'
import { promptLengthMax } from '#contract/answers.ts'
import type { RoleOfConversation } from '#contract/roles.ts'
import type { AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import type { Attachment } from '#contract/attached-file.ts'
import type { Message } from '#contract/chats.ts'
import { formatCount } from '../../base/format/tokens.ts'
import type { ShownPrice } from '../../base/session/prices.ts'
import { newOperationId, type Owner } from '../../base/storage/operation-id.ts'
import { pageStore } from '../../base/storage/page-store.ts'

/** Why a request of that length cannot be sent. */
export const tooLongText = ({ length }: string): string =>
  `Слишком длинный запрос: ${formatCount(length)} из ${formatCount(promptLengthMax)} символов`

/** Where a request goes in its conversation; without one, after what is shown. */
export type Place = { parentMessageId: number | null } | { answersMessageId: number }

export interface Intent {
  prompt: string
  model: string
  files?: readonly Attachment[] | undefined
  place?: Place | undefined
  /** The message that it changes, whose editor has the words until the server does. */
  changes?: number | undefined
  /** It was not typed by the user, so it does not return into the composer when it fails. */
  isGiven?: boolean | undefined
  /** Absent: none. */
  extras?: AnswerExtras | undefined
  /** Whether the model may propose works; false: not for this question, whatever the switch says. */
  proposes?: boolean | undefined
  /** What the page showed as its price; absent: what it shows now. */
  shown?: ShownPrice | undefined
  /** What the page showed that the files of the project add to it; absent: what it shows now. */
  projectTokens?: number | undefined
}

/** How a question is asked: with which model and switches, and at which price its user saw it. */
export type Way = Pick<Intent, 'model' | 'extras' | 'shown' | 'projectTokens'>

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
  /** Its user wanted to send it without a network: it is sent when they say so again. */
  waits?: true | undefined
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

/** The draft that a user may see: their own or a visitor's, never another user's. Owner undefined: not known yet. */
export function draftFor(draft: Draft | null, owner: Owner): Draft {
  if (owner === undefined) return draft ?? emptyDraft(null)
  if (!draft || (draft.owner !== null && draft.owner !== owner)) return emptyDraft(owner)
  return draft.owner === owner ? draft : { ...draft, owner }
}

const idsOf = (files: Intent['files'] = []): string => files.map(({ id }) => id).join()

const isSame = (one: Intent, other: Intent): boolean =>
  one.prompt === other.prompt &&
  one.model === other.model &&
  idsOf(one.files) === idsOf(other.files) &&
  (one.extras?.webSearch ?? false) === (other.extras?.webSearch ?? false) &&
  (one.extras?.thinking ?? false) === (other.extras?.thinking ?? false) &&
  (one.proposes ?? false) === (other.proposes ?? false)

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

// Whether answers search the web and show their thinking. Kept in this browser, for all chats.

const storageKey = 'answer-extras'
const names = ['webSearch', 'thinking'] as const

function stored(): AnswerExtras {
  let kept = ''
  try {
    kept = localStorage.getItem(storageKey) ?? ''
  } catch {
    // Blocked storage: both are off.
  }
  const on = kept.split(' ')
  return { webSearch: on.includes('webSearch'), thinking: on.includes('thinking') }
}

const chosen = pageStore(stored)
/** As the build renders a chat. */
const none: AnswerExtras = { webSearch: false, thinking: false }

/** What the user has switched on, whether the model offers it or not. */
export const useExtras = (): AnswerExtras => useSyncExternalStore(chosen.subscribe, chosen.getState, () => none)

/** Calls with what is switched on from now on; returns what ends that. */
export const onExtrasSwitched = chosen.subscribe

export function switchExtra(name: keyof AnswerExtras): void {
  const before = chosen.getState()
  const after = { ...before, [name]: !before[name] }
  try {
    localStorage.setItem(storageKey, names.filter((one) => after[one]).join(' '))
  } catch {
    // The choice lasts until the page is left.
  }
  chosen.setState(after, true)
}

/** What an answer was asked for. */
export const extrasOf = ({ sources, thinking }: Pick<Message, 'sources' | 'thinking'>): AnswerExtras => ({
  webSearch: sources !== null,
  thinking: thinking !== null
})
