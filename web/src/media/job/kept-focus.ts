import { useLayoutEffect, useRef } from 'react'

/** Moves the focus to the card when a change of state removes the button that had it. @param state of the job, or of all jobs */
export function useKeptCardFocus(state: string) {
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
