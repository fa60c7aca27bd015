import { useMemo } from 'react'
import type { Message } from '#contract/chats.ts'
import { sectionsOf, type Section } from '../markdown/answer-sections.ts'
import { isRunning, type AnswerState } from '../stream/answer-state.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import { useAnswerView } from '../stream/use-live-answers.ts'

export interface AnswerContent {
  text: string
  sections: readonly Section[]
  running: boolean
  /** Of the answer that is followed; null for one that is only saved. */
  state: AnswerState | null
}

/** An answer's text: as it arrives while it is followed, as it was saved afterwards. */
export function useAnswerContent(message: Message | null, answer: LiveAnswer | null): AnswerContent {
  const view = useAnswerView(answer)
  const running = view !== null && isRunning(view.state) && message === null
  const saved = running ? null : (message?.content ?? null)
  const savedSections = useMemo(() => (saved === null ? null : sectionsOf(saved)), [saved])
  return {
    text: saved ?? view?.state.text ?? '',
    sections: savedSections ?? view?.sections ?? [],
    running,
    state: view?.state ?? null
  }
}
