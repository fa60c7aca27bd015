import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import { onUserLeft } from '../base/session/user-left.ts'
import { pageStore } from '../base/storage/page-store.ts'
import type { Attaching } from './attach/use-attaching.ts'
import type { Intent } from './draft/draft.ts'
import { onExtrasSwitched } from './draft/extras.ts'
import type { LiveAnswer } from './stream/live-answer.ts'
import { useAnswerState } from './stream/use-live-answers.ts'

/** How a question is asked: with which model and switches, and at which price its user saw it. */
export type Way = Pick<Intent, 'model' | 'extras' | 'shown'>

/** A question, in the composer of its chat, that waits for the end of an answer there. */
interface Waiting {
  answer: LiveAnswer
  /** As it was put in line: the switches and the model may be changed in another chat meanwhile. */
  way: Way
}

/** By conversation. In this tab only: after a reload the question is still in its composer, and the user decides. */
const waiting = pageStore<ReadonlyMap<number, Waiting>>(() => new Map())
// Nobody else asks it, and whoever comes back decides anew.
onUserLeft(() => waiting.setState(new Map(), true))

function setWaiting(conversationId: number, next: Waiting | null) {
  const all = new Map(waiting.getState())
  if (next) all.set(conversationId, next)
  else all.delete(conversationId)
  waiting.setState(all, true)
}

interface SendingContext {
  conversationId: number | null
  running: LiveAnswer | null
  generating: boolean
  attaching: Attaching
  /** Of the composer. */
  model: string
  /** How this model would be asked. @param on what is switched on; left out: what the page shows so */
  wayOf: (model: string, on?: AnswerExtras) => Way
  /** The messages of the conversation are there. */
  ready: boolean
}

/**
 * Sends what is typed, or lets it wait for the end of the answer that runs: in its chat, while others are opened, and sent
 * there when that is on the page. After a failure or a stop it stays in the composer: what follows a broken answer is for the
 * user to decide.
 */
export function useSending(context: SendingContext, sendNow: (way: Way) => void) {
  const { conversationId, running, generating, attaching, model, wayOf, ready } = context
  const { box, isHindered } = attaching
  const accepted = useAnswerState(running, (state) => state.accepted) ?? false
  const waits = useSyncExternalStore(waiting.subscribe, () =>
    conversationId === null ? null : (waiting.getState().get(conversationId) ?? null)
  )
  const onEnd = useEffectEvent((ended: Waiting) => {
    if (conversationId === null) return
    setWaiting(conversationId, null)
    const { end } = ended.answer.view().state
    const isWhole = end?.type === 'done' && end.outcome !== 'stopped'
    if (isWhole && !isHindered && box.draft().prompt.trim() !== '') sendNow(ended.way)
  })

  // A switch that is pressed in another chat is not meant for this question.
  const onSwitch = useEffectEvent((on: AnswerExtras) => {
    if (conversationId !== null && waits) setWaiting(conversationId, { ...waits, way: wayOf(waits.way.model, on) })
  })
  useEffect(() => onExtrasSwitched((on) => onSwitch(on)), [])

  useEffect(() => {
    if (conversationId === null || !waits || !ready) return
    if (!running) onEnd(waits)
    // Asked for from another page meanwhile: it is that one which comes before the question now.
    else if (running !== waits.answer) setWaiting(conversationId, { ...waits, answer: running })
  }, [conversationId, waits, running, ready])

  return {
    /** Until the server has accepted the request. Then the next one may be typed. */
    locked: generating && !accepted,
    queue: {
      waits: waits !== null,
      cancel: () => conversationId !== null && setWaiting(conversationId, null)
    },
    send: () => {
      if (isHindered) return
      if (!generating) sendNow(wayOf(model))
      else if (accepted && running && conversationId !== null && box.draft().prompt.trim() !== '')
        setWaiting(conversationId, { answer: running, way: wayOf(model) })
    }
  }
}
