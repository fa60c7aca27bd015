import { useEffect } from 'react'
import type { Message } from '#contract/chats.ts'
import { unansweredOf } from './thread.ts'
import { LiveAnswer } from './live-answer.ts'
import type { Verdict } from './follow-answer.ts'
import { addLiveAnswer, findLiveAnswer, liveAnswersOf } from './live-answers.ts'

/** Of a conversation's unanswered questions, only the latest can still be running. */
const joinedMax = 3

/**
 * Joins the answers that were running when the page was opened, or were asked for in another tab; joins those whose
 * connection was given up again when the network is back.
 */
export function useJoining(
  conversationId: number | null,
  messages: readonly Message[],
  follow: (answer: LiveAnswer, run?: () => Promise<Verdict | null>) => Promise<void>
) {
  useEffect(() => {
    const retry = () => {
      for (const answer of liveAnswersOf(conversationId))
        if (answer.view().state.phase === 'lost') void follow(answer, () => answer.rejoin())
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  })

  useEffect(() => {
    if (conversationId === null) return
    for (const { operation_id: operationId, content, model } of unansweredOf(messages).slice(-joinedMax)) {
      if (findLiveAnswer(conversationId, operationId)) continue
      const answer = new LiveAnswer({ operationId, conversationId, prompt: content, model, question: null })
      addLiveAnswer(answer)
      void follow(answer)
    }
  })
}
