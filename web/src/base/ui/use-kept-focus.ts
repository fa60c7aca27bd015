import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Returns the focus that a button loses while it is busy, and so disabled; unless it went elsewhere meanwhile. */
export function useKeptFocus(button: RefObject<HTMLButtonElement | null>, busy: boolean) {
  const had = useRef(false)
  useLayoutEffect(() => {
    if (busy) {
      had.current = document.activeElement === button.current
      return
    }
    const free = document.activeElement === null || document.activeElement === document.body
    if (had.current && free) button.current?.focus({ preventScroll: true })
    had.current = false
  }, [busy, button])
}
