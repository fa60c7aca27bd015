import { useCallback, useSyncExternalStore } from 'react'
import { nextTask } from '../../base/page/next-task.ts'
import { isRunning, type AnswerState } from './answer-state.ts'
import type { AnswerView, LiveAnswer } from './live-answer.ts'
import { liveAnswersOf, onLiveAnswersChange } from './live-answers.ts'

/** The answers that this tab follows in a conversation, oldest first. */
export const useLiveAnswers = (conversationId: number | null): readonly LiveAnswer[] =>
  useSyncExternalStore(onLiveAnswersChange, () => liveAnswersOf(conversationId))

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
  return useSyncExternalStore(subscribe, () => answers.findLast((answer) => isRunning(answer.view().state)) ?? null)
}

const nothing = () => () => undefined

/** A value out of an answer's state; renders again only when that value changes. */
export const useAnswerState = <Value extends string | number | boolean | null>(
  answer: LiveAnswer | null,
  select: (state: AnswerState) => Value
): Value | null =>
  useSyncExternalStore(answer?.subscribe ?? nothing, () => (answer ? select(answer.view().state) : null))

/** The whole answer as it grows, for the component that draws it. */
export const useAnswerView = (answer: LiveAnswer | null): AnswerView | null =>
  useSyncExternalStore(answer?.subscribe ?? nothing, () => answer?.view() ?? null)
