import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Attaching } from './attach/use-attaching.ts'
import type { LiveAnswer } from './stream/live-answer.ts'
import { useAnswerState } from './stream/use-live-answers.ts'

interface SendingContext {
  conversationId: number | null
  running: LiveAnswer | null
  generating: boolean
  attaching: Attaching
}

/**
 * Sends what is typed, or lets it wait for the end of the answer that runs. After a failure or a stop it stays in the
 * composer: what follows a broken answer is for the user to decide.
 */
export function useSending({ conversationId, running, generating, attaching }: SendingContext, sendNow: () => void) {
  const { box, isHindered } = attaching
  const accepted = useAnswerState(running, (state) => state.accepted) ?? false
  const [waitsIn, setWaitsIn] = useState<number | null>(null)
  const before = useRef<LiveAnswer | null>(null)
  const onEnd = useEffectEvent((ended: LiveAnswer) => {
    if (waitsIn === null) return
    setWaitsIn(null)
    const { end } = ended.view().state
    const isWhole = end?.type === 'done' && end.outcome !== 'stopped'
    if (isWhole && !isHindered && waitsIn === conversationId && ended.turn.conversationId === conversationId) sendNow()
  })

  useEffect(() => {
    const ended = before.current
    before.current = running
    if (ended && !running) onEnd(ended)
  }, [running])

  return {
    /** Until the server has accepted the request. Then the next one may be typed. */
    locked: generating && !accepted,
    queue: { waits: waitsIn !== null && waitsIn === conversationId, cancel: () => setWaitsIn(null) },
    send: () => {
      if (isHindered) return
      if (!generating) sendNow()
      else if (accepted && box.draft().prompt.trim() !== '') setWaitsIn(conversationId)
    }
  }
}
