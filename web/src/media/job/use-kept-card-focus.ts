import { useLayoutEffect, useRef } from 'react'
import type { JobState } from '#contract/jobs.ts'

/** Takes over the focus of a button that is gone because its job went on, unless it went elsewhere. */
export function useKeptCardFocus(state: JobState) {
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
    // Not called for an element that is taken away: React hears nothing while it changes the page.
    onBlur: () => {
      hadFocus.current = false
    }
  }
}
