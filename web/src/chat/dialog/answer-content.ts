import { useState } from 'react'
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { Message } from '#contract/chats.ts'
import type { ReadPlace } from '#contract/projects.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import type { Section } from '../markdown/answer-sections.ts'
import { isRunning, type AnswerState } from '../stream/answer-state.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerView } from '../stream/use-chat-store.ts'

interface AnswerContent {
  text: string
  /** The sections of a streamed text, also when it is saved as it was streamed; null for another saved text. */
  sections: readonly Section[] | null
  /** Empty: none. */
  thinking: string
  sources: readonly AnswerSource[]
  /** `isWatched`: it was asked on this page, and its user has seen it come. `isLost`: it has ended, and will hardly be saved. */
  proposed: { proposals: readonly WorkProposal[]; isWatched: boolean; isLost: boolean }
  read: readonly ReadPlace[]
  running: boolean
  /** The state of a live answer; null for one that is only saved. */
  state: AnswerState | null
}

const none: readonly never[] = []

/** An answer that comes at once may end before it is drawn. */
const unseenMs = 5000

const isWatchedNow = (answer: LiveAnswer | null, running: boolean): boolean =>
  answer !== null && answer.turn.question !== null && (running || Date.now() < answer.endedAt + unseenMs)

/** An answer's text: the streamed one while it runs, then the saved one. */
export function useAnswerContent(message: Message | null, answer: LiveAnswer | null): AnswerContent {
  const view = useAnswerView(answer)
  const running = view !== null && isRunning(view.state) && message === null
  const [isWatched] = useState(() => isWatchedNow(answer, running))
  const saved = running ? null : (message?.content ?? null)
  const isStreamed = saved === null || (view?.state.phase === 'ended' && saved === view.state.text)
  const isLost = message === null && view !== null && !running && view.state.end?.type !== 'done'
  return {
    text: saved ?? view?.state.text ?? '',
    sections: isStreamed ? (view?.sections ?? null) : null,
    thinking: (running ? null : message?.thinking) ?? view?.state.thinking ?? '',
    sources: (running ? null : message?.sources) ?? view?.state.sources ?? none,
    proposed: {
      proposals: (message && !running ? message.proposals : view?.state.proposals) ?? none,
      isWatched,
      isLost
    },
    read: (running ? null : message?.read) ?? view?.state.read ?? none,
    running,
    state: view?.state ?? null
  }
}
