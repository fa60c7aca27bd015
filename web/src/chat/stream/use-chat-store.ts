// The chat store as components read it, and what a chat does with it while it is on the page.
import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { promptOf } from '#contract/answers.ts'
import type { AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import type { Message } from '#contract/chats.ts'
import { messagesKey } from '../../base/http/query-keys.ts'
import { useLiveMessages } from '../../base/live/live-bus.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { onReturn } from '../../base/on-return.ts'
import { useSession } from '../../base/session/session.tsx'
import { isKept } from '../../base/storage/unsent.ts'
import type { ProjectPrice } from '../attach/attaching.tsx'
import { chatLink } from '../conversations/addresses.ts'
import { isDeletedHere } from '../conversations/conversations.ts'
import { type Intent, type Way, onExtrasSwitched } from '../draft/draft.ts'
import { isRunning, type AnswerState } from './answer-state.ts'
import { ask, askEarly, join, leave, rejoinLost } from './asking.ts'
import {
  chatState,
  dismissObstacle,
  endBeginning,
  findLiveAnswer,
  leaveBeginning,
  liveAnswersOf,
  noteAllSaved,
  type ObstacleKey,
  onChatChange,
  setWaiting,
  type Waiting
} from './chat-store.ts'
import type { Asker } from './following.ts'
import type { AnswerView, LiveAnswer } from './live-answer.ts'

function useChatState<Value>(select: (state: ReturnType<typeof chatState>) => Value): Value {
  const selected = () => select(chatState())
  return useSyncExternalStore(onChatChange, selected, selected)
}

/** The answers that this tab follows in a conversation, oldest first. */
export const useLiveAnswers = (conversationId: number | null): readonly LiveAnswer[] =>
  useChatState(() => liveAnswersOf(conversationId))

/** The answers that this tab follows, by conversation. */
export const useAllAnswers = () => useChatState(({ answers }) => answers)

/** Why the last question of a conversation was refused, where its user can do something about that. */
export const useObstacle = (at: ObstacleKey) => useChatState(({ obstacles }) => obstacles.get(at) ?? null)

/** The question whose conversation is being created, until that is shown or the chat is left; and whether the composer waits for it. */
export function useBeginning(conversationId: number | null): [Intent | null, boolean] {
  const beginning = useChatState((state) => state.beginning)
  const isShown = conversationId !== null && beginning?.conversationId === conversationId
  useEffect(() => {
    if (beginning && isShown) endBeginning(beginning.intent)
  }, [beginning, isShown])
  if (isShown || !beginning) return [null, false]
  return beginning.isLeft ? [null, conversationId === null] : [beginning.intent, true]
}

/** The latest of them that is still running. Changes of its text do not render again. */
export function useRunningAnswer(answers: readonly LiveAnswer[]): LiveAnswer | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = answers.map((answer) => {
        let runs = isRunning(answer.view().state)
        return answer.subscribe(() => {
          if (isRunning(answer.view().state) === runs) return
          runs = !runs
          // The answer itself is drawn first: together with all that depends on whether it runs, it would be a long task.
          void nextTask().then(listener)
        })
      })
      return () => {
        for (const stop of stops) stop()
      }
    },
    [answers]
  )
  const latest = () => answers.findLast((answer) => isRunning(answer.view().state)) ?? null
  return useSyncExternalStore(subscribe, latest, latest)
}

const nothing = () => () => undefined

/** A value out of an answer's state; renders again only when that value changes. */
export const useAnswerState = <Value extends string | number | boolean | null>(
  answer: LiveAnswer | null,
  select: (state: AnswerState) => Value
): Value | null => {
  const selected = () => (answer ? select(answer.view().state) : null)
  return useSyncExternalStore(answer?.subscribe ?? nothing, selected, selected)
}

/** The whole answer as it grows, for the component that draws it. */
export const useAnswerView = (answer: LiveAnswer | null): AnswerView | null =>
  useSyncExternalStore(answer?.subscribe ?? nothing, () => answer?.view() ?? null)

interface ShownChat extends Pick<Asker, 'page' | 'conversationId' | 'box' | 'creates'> {
  project?: ProjectPrice | undefined
  messages: readonly Message[]
  choose: (model: string, of: number | null) => void
}

/** A chat on the page: it asks, and follows what is answered in its conversation. */
export function useAsker({ page, conversationId, box, creates, messages, choose, project }: ShownChat): Asker {
  const { status } = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { key: place } = useLocation()
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current !== place) leaveBeginning()
    shown.current = place
  }, [place])

  const show = (id: number, model: string): boolean => {
    if (shown.current !== place) return false
    // In one commit: the new address is shown with the model that was asked.
    startTransition(() => {
      choose(model, id)
      void navigate(chatLink(page.path, id), { replace: true })
    })
    return true
  }
  const asker: Asker = { page, queries, conversationId, box, creates, show, project, projectTokens: project?.tokens }

  useEffect(() => {
    leave()
    return leave
  }, [])
  const onSession = useEffectEvent(() => askEarly(asker))
  const isKnown = status !== 'loading' && !project?.isPending
  useEffect(() => {
    if (isKnown) onSession()
  }, [isKnown])
  useJoining(asker, messages)
  return asker
}

/** Follows what other tabs and devices ask and show in the conversation, and what was running when it was opened. */
function useJoining(asker: Asker, messages: readonly Message[]) {
  const { queries, conversationId } = asker
  useEffect(() => onReturn(() => rejoinLost(asker)))
  useLiveMessages((message) => {
    if (message.type !== 'answer' || message.state !== 'running' || message.conversationId !== conversationId) return
    if (conversationId === null || findLiveAnswer(conversationId, message.operationId)) return
    void queries.invalidateQueries({ queryKey: messagesKey(conversationId) })
  })
  useLiveMessages((message) => {
    if (message.type !== 'conversation' || message.id !== conversationId || isDeletedHere(message.id)) return
    // A work that was ordered elsewhere updates it: its card stands at the end.
    if (message.change === 'created') return
    if (message.change !== 'updated') noteAllSaved(message.id)
    void queries.invalidateQueries({ queryKey: messagesKey(message.id) })
  })
  useEffect(() => join(asker, messages))
}

interface Sending {
  asker: Asker
  running: LiveAnswer | null
  generating: boolean
  /** The files of the draft cannot be sent yet. */
  isHindered: boolean
  /** How the model of the composer, or of a question in line, would be asked. @param on what is on; left out: what the page shows so */
  wayOf: (model?: string, on?: AnswerExtras) => Way
  /** The messages of the conversation are there. */
  ready: boolean
}

/** What is sent does not wait on the home page any more. Few users have something there. */
function forgetKept(path: string, prompt: string): void {
  if (isKept()) void import('../../base/session/kept-question.ts').then(({ forgetSent }) => forgetSent(path, prompt))
}

/**
 * Sends what is typed, or lets it wait for the end of the answer that runs: in its chat, while others are opened, and sent
 * there when that is on the page. After a failure or a stop it stays in the composer: what follows a broken answer is for the
 * user to decide.
 */
export function useSending({ asker, running, generating, isHindered, wayOf, ready }: Sending) {
  const { conversationId, box } = asker
  const accepted = useAnswerState(running, (state) => state.accepted) ?? false
  const waits = useChatState(({ waiting }) => (conversationId === null ? null : (waiting.get(conversationId) ?? null)))
  const sendNow = (way: Way) => {
    dismissObstacle(conversationId)
    forgetKept(asker.page.path, promptOf(box.draft().prompt))
    ask(asker, way)
  }
  const onEnd = useEffectEvent((ended: Waiting) => {
    if (conversationId === null) return
    setWaiting(conversationId, null)
    const { end } = ended.answer.view().state
    const isWhole = end?.type === 'done' && end.outcome !== 'stopped'
    if (isWhole && !isHindered && box.hasPrompt()) sendNow(ended.way)
  })

  // A switch that is pressed in another chat is not meant for this question.
  const switched = ({ model, projectTokens }: Way, on: AnswerExtras): Way => ({ ...wayOf(model, on), projectTokens })
  const onSwitch = useEffectEvent((on: AnswerExtras) => {
    if (conversationId !== null && waits) setWaiting(conversationId, { ...waits, way: switched(waits.way, on) })
  })
  useEffect(() => onExtrasSwitched((on) => onSwitch(on)), [])

  useEffect(() => {
    if (conversationId === null || !waits || !ready) return
    if (!running) onEnd(waits)
    // Asked for from another page meanwhile: it is that one which comes before the question now.
    else if (running !== waits.answer) setWaiting(conversationId, { ...waits, answer: running })
  }, [conversationId, waits, running, ready])

  const sendReady = () => {
    // What follows would only fail, and a question costs tokens: nothing is sent by itself when the network is back.
    if (!navigator.onLine) box.wait()
    else if (!generating) sendNow(wayOf())
    else if (accepted && running && conversationId !== null && box.hasPrompt())
      setWaiting(conversationId, { answer: running, way: wayOf() })
  }

  return {
    /** Until the server has accepted the request. Then the next one may be typed. */
    locked: generating && !accepted,
    queue: {
      waits: waits !== null,
      cancel: () => conversationId !== null && setWaiting(conversationId, null)
    },
    send: () => {
      if (!isHindered) sendReady()
    },
    /** Also where files are not ready: for who has just taken them away. */
    sendReady
  }
}
