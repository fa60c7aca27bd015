import type { Message } from '#contract/chats.ts'
import type { Section } from '../markdown/answer-sections.ts'
import { isRunning, type AnswerState } from '../stream/answer-state.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerView } from '../stream/use-live-answers.ts'

export interface AnswerContent {
  text: string
  /** Cut while it arrived; null for a text that was saved, which is whole. */
  sections: readonly Section[] | null
  running: boolean
  /** Of the answer that is followed; null for one that is only saved. */
  state: AnswerState | null
}

/** An answer's text: as it arrives while it is followed, as it was saved afterwards. */
export function useAnswerContent(message: Message | null, answer: LiveAnswer | null): AnswerContent {
  const view = useAnswerView(answer)
  const running = view !== null && isRunning(view.state) && message === null
  const saved = running ? null : (message?.content ?? null)
  return {
    text: saved ?? view?.state.text ?? '',
    sections: saved === null ? (view?.sections ?? null) : null,
    running,
    state: view?.state ?? null
  }
}
