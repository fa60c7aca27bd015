// Follows answers to their end, whether or not their page is on the screen, and then updates what that changes.
import type { QueryClient } from '@tanstack/react-query'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { refreshBalance, sessionState } from '../../base/session/session-store.ts'
import { notify } from '../../base/ui/notify.ts'
import { listConversation, takeBackConversation } from '../conversations/conversations.ts'
import type { ProjectPrice } from '../attach/attaching.tsx'
import { draftBox, draftKey, forgetDraft, type DraftBox } from '../draft/draft-box.ts'
import type { Intent } from '../draft/draft.ts'
import { keepWords } from '../../base/form/kept-words.ts'
import * as chat from './chat-store.ts'
import { concludeAnswer } from './conclude-answer.ts'
import type { Verdict } from './follow-answer.ts'
import type { LiveAnswer } from './live-answer.ts'

export interface Place {
  page: ChatPage
  queries: QueryClient
  /** Null: a new conversation. */
  conversationId: number | null
}

/** Where a question is asked. */
export interface Asker extends Place {
  box: DraftBox
  /** It has the panel «Создать», which takes what a model proposes to make. */
  creates?: boolean | undefined
  /** One of compared models: its page shows no composer of this chat. */
  isFieldless?: true | undefined
  /** What the page shows that the files of the project add to the price, for the model of the composer. */
  projectTokens?: number | undefined
  /** What they add for a question to another model of the page. */
  project?: Pick<ProjectPrice, 'folderId' | 'tokensFor'> | undefined
  /** Shows the conversation that was created for the question. @returns false: the user has opened another one meanwhile */
  show: (conversationId: number, model: string) => boolean
  /** Others are asked the same beside it. @param isGone it was the first question of its conversation, which is deleted */
  onRefused?: (isGone: boolean) => void
  /** With `onRefused`: the conversation is shown already, and has no question yet. */
  isFirst?: boolean
}

/** Follows the first answer of a conversation, which is shown when the server has accepted the question: a refused one leaves no chat. */
export async function followFirst(asker: Asker, answer: LiveAnswer, intent: Intent) {
  const { conversationId, model, begins } = answer.turn
  let isShown = false
  const show = () => {
    if (isShown) return
    isShown = true
    listConversation(asker.queries)
    // It ends when the new address is shown: a field unlocked before would take text for the draft that is left.
    chat.showBeginning(intent, conversationId)
    if (!asker.show(conversationId, model)) chat.endBeginning(intent)
  }
  const verdict = await followed(asker, answer, answer.follow(), show)
  if (!verdict) return chat.endBeginning(intent)
  const isGone = !isShown && begins && (await leavesNoChat(asker, conversationId, verdict))
  if (isGone) giveBack(asker, conversationId)
  else show()
  await conclude(asker, answer, verdict, isGone ? null : conversationId)
  // Together with what is said of it.
  if (isGone) chat.endBeginning(intent)
}

/** The same for a conversation that is shown already, beside others that are asked the same: where it goes, the reason has the key of its model. */
export async function followBeside(asker: Asker, answer: LiveAnswer, onRefused: (isGone: boolean) => void) {
  const { isFirst, queries } = asker
  const { conversationId, model } = answer.turn
  const verdict = await followed(asker, answer, answer.follow(), () => isFirst && listConversation(queries))
  if (!verdict) return
  const isGone = isFirst === true && (await leavesNoChat(asker, conversationId, verdict))
  // The next user of this page does not get the words.
  if (verdict.type === 'refused' && !answer.isAborted) onRefused(isGone)
  if (!isGone) return conclude(asker, answer, verdict)
  await conclude(asker, answer, verdict, model)
  forgetDraft(draftKey(asker.page.path, conversationId))
}

/** Deletes the conversation of a first question that the server has surely refused. @returns whether it is gone */
async function leavesNoChat({ queries }: Place, conversationId: number, verdict: Verdict): Promise<boolean> {
  if (verdict.type !== 'refused') return false
  const { error } = verdict
  // Where the server may have the question, it stays in its conversation and keeps its id.
  if (!(error instanceof ApiError) || error.status === 0 || error.code === clientCode.unreadable) return false
  return takeBackConversation(queries, conversationId)
}

/** Gives a refused first question, whose conversation is gone, back to the composer of a new one. */
function giveBack({ page, box }: Asker, conversationId: number) {
  const key = draftKey(page.path, conversationId)
  const draft = draftBox(key, sessionState().user?.id).draft()
  forgetDraft(key)
  if (!box.hasPrompt()) box.put({ ...draft, moved: null })
}

/** Follows an answer to its end, then updates the draft, the balance and the lists. */
export async function follow(place: Place, answer: LiveAnswer, run = answer.follow()): Promise<void> {
  const verdict = await followed(place, answer, run)
  if (verdict) await conclude(place, answer, verdict)
}

/** Waits for the end of an answer. @param onAccepted called when the server has the question, also if it had it before */
async function followed({ page }: Place, answer: LiveAnswer, run: Promise<Verdict | null>, onAccepted?: () => void) {
  const { operationId, conversationId, begins, changes } = answer.turn
  const isAccepted = () => answer.view().state.accepted
  const wasAccepted = isAccepted()
  const box = draftBox(draftKey(page.path, conversationId), sessionState().user?.id)
  const unsubscribe = answer.subscribe(() => {
    if (!isAccepted()) return
    unsubscribe()
    box.clear(operationId)
    if (changes !== undefined) keepWords(`question:${conversationId}:${changes}`, null)
    // Not before: a refused request would leave the news of a chat without a word in it.
    if (begins && !wasAccepted) notify.success('Новый чат создан')
    onAccepted?.()
  })
  if (wasAccepted) onAccepted?.()
  return run.finally(unsubscribe)
}

/** @param at where a refusal is explained: not at the conversation when that is deleted */
async function conclude(
  { page, queries }: Place,
  answer: LiveAnswer,
  verdict: Verdict,
  at: chat.ObstacleKey = answer.turn.conversationId
) {
  const { conversationId, model } = answer.turn
  // The end of the answer is on its way to the screen: balance, lists and toast are tasks of their own.
  await nextTask()
  if (answer.isAborted) return
  const box = draftBox(draftKey(page.path, at === null ? null : conversationId), sessionState().user?.id)
  concludeAnswer(answer, verdict, { page, box, queries, isGone: at !== conversationId })
  if (verdict.type === 'refused' && chat.showObstacle(verdict.error, at, model)) void refreshBalance()
}
