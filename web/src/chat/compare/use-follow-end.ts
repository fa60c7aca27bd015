import { type RefObject, useEffect, useRef } from 'react'

/** Nearer to the end than this, a reader counts as being there. */
const nearPx = 64

/**
 * Keeps the end of a growing column in view, which scrolls by itself, unless its reader has scrolled up. A keyboard on the screen
 * makes it lower: its last lines then stay.
 * @param asked changes when something is asked: the reader then wants the answer
 */
export function useFollowEnd(column: RefObject<HTMLElement | null>, isOn: boolean, asked: number): void {
  const holds = useRef(true)
  useEffect(() => {
    if (asked > 0) holds.current = true
  }, [asked])
  useEffect(() => {
    const element = column.current
    if (!isOn || !element) return
    let lastTop = element.scrollTop
    const onScroll = () => {
      const { scrollTop } = element
      const isNear = element.scrollHeight - element.clientHeight - scrollTop < nearPx
      if (isNear) holds.current = true
      // What has grown meanwhile is no scroll of the reader.
      else if (scrollTop < lastTop) holds.current = false
      lastTop = scrollTop
    }
    const sized = new ResizeObserver(() => {
      if (holds.current) element.scrollTop = element.scrollHeight
    })
    for (const grows of [element, ...element.children]) sized.observe(grows)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [column, isOn])
}
