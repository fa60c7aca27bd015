// The answers that this tab follows, by conversation, so that they go on when another page is opened.
import { onSessionChange, sessionState } from '../../base/session/session-store.ts'
import type { LiveAnswer } from './live-answer.ts'

const none: readonly LiveAnswer[] = []
const listeners = new Set<() => void>()
let answers: ReadonlyMap<number, readonly LiveAnswer[]> = new Map()
let ownerId: string | null = null

function become(next: typeof answers) {
  answers = next
  for (const listener of listeners) listener()
}

export function onLiveAnswersChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Oldest first. */
export const liveAnswersOf = (conversationId: number | null): readonly LiveAnswer[] =>
  (conversationId !== null && answers.get(conversationId)) || none

export const findLiveAnswer = (conversationId: number, operationId: string): LiveAnswer | undefined =>
  liveAnswersOf(conversationId).find(({ turn }) => turn.operationId === operationId)

export function addLiveAnswer(answer: LiveAnswer) {
  ownerId = sessionState().user?.id ?? null
  const { conversationId } = answer.turn
  become(new Map(answers).set(conversationId, [...liveAnswersOf(conversationId), answer]))
}

export function removeLiveAnswer(answer: LiveAnswer) {
  answer.abort()
  const { conversationId } = answer.turn
  const rest = liveAnswersOf(conversationId).filter((other) => other !== answer)
  become(new Map(answers).set(conversationId, rest))
}

/** For a conversation that was deleted. */
export function forgetLiveAnswers(conversationId: number) {
  for (const answer of liveAnswersOf(conversationId)) removeLiveAnswer(answer)
}

// An answer belongs to who asked for it: the next person at this browser must not see it, nor their balance change.
onSessionChange(() => {
  const { status, user } = sessionState()
  const left = status === 'signed-out' || (user !== null && user.id !== ownerId)
  if (!left || answers.size === 0) return
  for (const list of answers.values()) for (const answer of list) answer.abort()
  become(new Map())
})
