import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../base/session/session.tsx'
import { messagesKey } from '../../base/http/query-keys.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { useLiveMessages } from '../../base/live/use-live.ts'
import { notify } from '../../base/ui/notify.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Message } from '#contract/chats.ts'
import { isDeletedHere } from '../conversations/conversations.ts'
import { draftBox } from '../draft/draft-box.ts'
import { draftKey } from '../draft/draft-storage.ts'
import { concludeAnswer } from './conclude-answer.ts'
import type { Verdict } from './follow-answer.ts'
import { LiveAnswer } from './live-answer.ts'
import { addLiveAnswer, findLiveAnswer, liveAnswersOf, noteAllSaved } from './live-answers.ts'
import { type Obstacle, obstacleIn } from './obstacles.ts'
import { unansweredOf } from './thread.ts'

/** Follows answers to their end, then updates the draft, the balance and the lists. */
export function useFollowing(page: ChatPage) {
  const { user, refreshBalance } = useSession()
  const queries = useQueryClient()
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)

  async function follow(answer: LiveAnswer, run = () => answer.follow()): Promise<void> {
    const { operationId, conversationId, model, begins } = answer.turn
    const wasAccepted = answer.view().state.accepted
    const box = draftBox(draftKey(page.path, conversationId), user?.id)
    const stop = answer.subscribe(() => {
      if (!answer.view().state.accepted) return
      stop()
      box.clear(operationId)
      // Not before: a refused request would leave the news of a chat without a word in it.
      if (begins && !wasAccepted) notify.success('Новый чат создан')
    })
    const verdict = await run()
    stop()
    if (!verdict) return
    // The end of the answer is on its way to the screen: balance, lists and toast are tasks of their own.
    await nextTask()
    if (answer.isAborted) return
    concludeAnswer(answer, verdict, { page, box, queries })
    if (verdict.type !== 'refused' || !showObstacle(verdict.error, { conversationId, model })) return
    void refreshBalance()
  }

  /** @returns whether the error is an obstacle, which a note now explains */
  function showObstacle(error: unknown, where: Omit<Obstacle, 'code'>): boolean {
    const code = obstacleIn(error)
    if (code) setObstacle({ code, ...where })
    return code !== null
  }

  return { follow, obstacle, showObstacle, dismissObstacle: () => setObstacle(null) }
}

/** Among a conversation's unanswered questions, only the latest can still be running. */
const joinedMax = 3

/**
 * Joins answers that were running when the user opened the page, or that another tab asked for. When the network is
 * back, reconnects to the answers that were given up.
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

  const queries = useQueryClient()
  useLiveMessages((message) => {
    if (message.type !== 'answer' || message.state !== 'running' || message.conversationId !== conversationId) return
    if (conversationId === null || findLiveAnswer(conversationId, message.operationId)) return
    void queries.invalidateQueries({ queryKey: messagesKey(conversationId) })
  })
  useLiveMessages((message) => {
    if (message.type !== 'conversation' || message.id !== conversationId || isDeletedHere(message.id)) return
    if (message.change !== 'shown' && message.change !== 'deleted') return
    noteAllSaved(message.id)
    void queries.invalidateQueries({ queryKey: messagesKey(message.id) })
  })

  useEffect(() => {
    if (conversationId === null) return
    for (const { operationId, message } of unansweredOf(messages).slice(-joinedMax)) {
      if (findLiveAnswer(conversationId, operationId)) continue
      const { id, content: prompt, model } = message
      // A question that is saved has had an answer before.
      const place = id > 0 && message.operation_id !== operationId ? { answersMessageId: id } : undefined
      const answer = new LiveAnswer({ operationId, conversationId, prompt, model, question: null, place })
      addLiveAnswer(answer)
      void follow(answer)
    }
  })
}
