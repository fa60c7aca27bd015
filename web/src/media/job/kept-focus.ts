import { useLayoutEffect, useRef } from 'react'
import type { Job } from '#contract/jobs.ts'

/** Moves the focus to the card when a change of state removes the button that had it. @param jobs that it shows */
export function useKeptCardFocus(jobs: readonly Job[]) {
  const state = jobs.map(({ id, state: step, cancelling }) => `${id} ${step} ${cancelling}`).join()
  const card = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  const shown = useRef(state)
  useLayoutEffect(() => {
    if (shown.current === state) return
    shown.current = state
    const free = document.activeElement === null || document.activeElement === document.body
    if (hadFocus.current && free) card.current?.focus({ preventScroll: true })
  })
  return {
    ref: card,
    tabIndex: -1,
    onFocus: () => {
      hadFocus.current = true
    },
    // React does not call it when the focused element is removed from the page.
    onBlur: () => {
      hadFocus.current = false
    }
  }
}
