import { useLayoutEffect, useRef } from 'react'

/** Moves the focus to a part of the page when what had it there is gone with a change. @param shown changes with what the part shows */
export function useKeptFocus<Part extends HTMLElement>(shown: unknown) {
  const part = useRef<Part>(null)
  const hadFocus = useRef(false)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const isFree = (document.activeElement ?? document.body) === document.body
    if (hadFocus.current && isFree) part.current?.focus({ preventScroll: true })
  })
  return {
    ref: part,
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
