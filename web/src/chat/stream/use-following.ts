import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../base/session/client.ts'
import { useSession } from '../../base/session/session.tsx'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { draftBox } from '../draft/draft-box.ts'
import { draftKey } from '../draft/draft-storage.ts'
import { concludeAnswer } from './conclude-answer.ts'
import type { Verdict } from './follow-answer.ts'
import type { LiveAnswer } from './live-answer.ts'

/** A refusal whose way out is worth more than a toast. */
export interface Obstacle {
  code: 'INSUFFICIENT_TOKENS' | 'MODEL_NOT_IN_PLAN'
  conversationId: number
  model: string
}

/** Stays with answers to their end, and does what their ends ask for. */
export function useFollowing(page: ChatPage) {
  const { user, refreshBalance } = useSession()
  const queries = useQueryClient()
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)

  async function follow(answer: LiveAnswer, run = () => answer.follow()): Promise<void> {
    const { operationId, conversationId, model } = answer.turn
    const box = draftBox(draftKey(page.path, conversationId), user?.id)
    const stop = answer.subscribe(() => {
      if (!answer.view().state.accepted) return
      stop()
      box.clear(operationId)
    })
    const verdict = await run()
    stop()
    if (!verdict) return
    concludeAnswer(answer, verdict, { page, box, queries })
    const code = obstacleOf(verdict)
    if (!code) return
    setObstacle({ code, conversationId, model })
    void refreshBalance()
  }

  return { follow, obstacle, dismissObstacle: () => setObstacle(null) }
}

function obstacleOf(verdict: Verdict): Obstacle['code'] | null {
  if (verdict.type !== 'refused' || !(verdict.error instanceof ApiError)) return null
  const { code } = verdict.error
  return code === 'INSUFFICIENT_TOKENS' || code === 'MODEL_NOT_IN_PLAN' ? code : null
}
