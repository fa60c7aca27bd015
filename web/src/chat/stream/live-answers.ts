// The answers that this tab follows, by conversation. They go on when the user opens another page.
import { onUserLeft } from '../../base/session/user-left.ts'
import { onNewPage, pageStore } from '../../base/storage/page-store.ts'
import { isRunning } from './answer-state.ts'
import type { LiveAnswer } from './live-answer.ts'

const none: readonly LiveAnswer[] = []
// Registered before the store, which is empty afterwards.
onNewPage(() => abortAll())
const answers = pageStore<ReadonlyMap<number, readonly LiveAnswer[]>>(() => new Map())

export const onLiveAnswersChange = answers.subscribe

/** Oldest first. */
export const liveAnswersOf = (conversationId: number | null): readonly LiveAnswer[] =>
  (conversationId !== null && answers.getState().get(conversationId)) || none

export const findLiveAnswer = (conversationId: number, operationId: string): LiveAnswer | undefined =>
  liveAnswersOf(conversationId).find(({ turn }) => turn.operationId === operationId)

export function addLiveAnswer(answer: LiveAnswer) {
  const { conversationId } = answer.turn
  setAnswersOf(conversationId, [...liveAnswersOf(conversationId), answer])
}

export function removeLiveAnswer(answer: LiveAnswer) {
  answer.abort()
  const { conversationId } = answer.turn
  const rest = liveAnswersOf(conversationId).filter((other) => other !== answer)
  setAnswersOf(conversationId, rest)
}

/** For an answer whose end the loaded messages include. */
export function noteSaved(answer: LiveAnswer) {
  answer.isSaved = true
  const { conversationId } = answer.turn
  setAnswersOf(conversationId, [...liveAnswersOf(conversationId)])
}

/** For a conversation that shows another path: what has ended is then in the messages, or not on that path. */
export function noteAllSaved(conversationId: number) {
  for (const answer of liveAnswersOf(conversationId)) if (!isRunning(answer.view().state)) noteSaved(answer)
}

function setAnswersOf(conversationId: number, list: readonly LiveAnswer[]) {
  answers.setState(new Map(answers.getState()).set(conversationId, list), true)
}

function abortAll() {
  for (const list of answers.getState().values()) for (const answer of list) answer.abort()
}

/** For a conversation that was deleted. */
export function forgetLiveAnswers(conversationId: number) {
  for (const answer of liveAnswersOf(conversationId)) removeLiveAnswer(answer)
}

// An answer belongs to the user who asked for it. After another user signs in, it must neither be shown nor change the
// balance on the screen.
onUserLeft(() => {
  if (answers.getState().size === 0) return
  abortAll()
  answers.setState(new Map(), true)
})
