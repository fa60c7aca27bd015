import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { useMessages } from '../conversations/use-conversations.ts'

/** Nearer to the top than so many windows, the user will soon want earlier messages. */
const nearWindows = 3

type Messages = Pick<ReturnType<typeof useMessages>, 'items' | 'hasEarlier' | 'loadingEarlier' | 'loadEarlier'>

/**
 * Loads earlier messages while the user scrolls up, and keeps what the user reads in its place when they come. The button above
 * them remains for the keyboard, and after a failure.
 */
export function useEarlierMessages(content: RefObject<HTMLElement | null>, messages: Messages) {
  const first = messages.items[0]?.id
  const latest = useRef(messages)
  useEffect(() => {
    latest.current = messages
  })
  /** The first message before which more were asked for. */
  const asked = useRef<number | null>(null)
  /** The first message on the page, and how far below the window's upper edge it was. */
  const place = useRef<{ element: Element; top: number } | null>(null)

  useEffect(() => {
    // Asked for at the first scroll: before, the browser would lay out the page only to answer.
    let lastY = 0
    const onScroll = () => {
      const isUp = window.scrollY < lastY
      lastY = window.scrollY
      if (window.scrollY > nearWindows * window.innerHeight) return
      const element = content.current?.querySelector('[data-thread]')?.firstElementChild
      place.current = element ? { element, top: element.getBoundingClientRect().top } : null
      const { items, hasEarlier, loadingEarlier, loadEarlier } = latest.current
      const id = items[0]?.id
      if (!isUp || id === undefined || !hasEarlier || loadingEarlier || asked.current === id) return
      asked.current = id
      loadEarlier()
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [content])

  const shown = useRef(first)
  useLayoutEffect(() => {
    if (shown.current === first) return
    shown.current = first
    const known = place.current
    place.current = null
    if (!known?.element.isConnected || known.element === known.element.parentElement?.firstElementChild) return
    const moved = known.element.getBoundingClientRect().top - known.top
    if (moved > 0) window.scrollBy(0, moved)
  })
}
