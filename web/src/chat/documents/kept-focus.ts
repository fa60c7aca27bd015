import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isTouched } from '../../base/ui/use-while.ts'

/** When a button of this place has the focus and goes, as after it has done its work, the text of the document gets it. */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const isHere = target instanceof Element && place.current?.contains(target)
      focused.current = isHere ? target : null
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [place])
  useLayoutEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body
    if (!isFree || focused.current === null || focused.current.isConnected) return
    const text = place.current?.querySelector<HTMLElement>('[data-document-text]')
    // A version that is shown now may still be read.
    if (!text) return
    focused.current = null
    // A field would bring up the keyboard of a phone.
    const next = isTouched() ? text.closest<HTMLElement>('[tabindex="-1"]') : text
    next?.focus({ preventScroll: true })
  })
}
