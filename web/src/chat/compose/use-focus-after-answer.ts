import { useEffect, useRef, type RefObject } from 'react'

/** Returns the keyboard to the composer when an answer ended, unless it is elsewhere or would cover the answer. */
export function useFocusAfterAnswer(field: RefObject<HTMLTextAreaElement | null>, generating: boolean) {
  const before = useRef(generating)
  useEffect(() => {
    const ended = before.current && !generating
    before.current = generating
    const free = document.activeElement === null || document.activeElement === document.body
    if (ended && free && window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [generating, field])
}
