import { createContext, use, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { canWait, drawLate } from './late-queue.ts'
import { heightOf, WaitingText } from './waiting-text.tsx'

/** Tells everything below it to be drawn at once. */
export const DrawnAtOnce = createContext(false)

/** A document that is printed: nothing can be drawn later, and no frame is there in time. */
export const OnPaper = createContext(false)

/** Whether the browser itself keeps what the user reads in its place. */
const keepsPlaces = globalThis.CSS?.supports?.('overflow-anchor', 'auto') ?? false

interface LateProps {
  /** What stands in its place until then, so that the browser finds it in the page. */
  text: () => string
  /** Draw it without waiting; once drawn, it stays. */
  atOnce: boolean
  className?: string
  children: () => ReactNode
}

/** Part of a long page. The browser lays it out only near the window, and remembers its height. */
export function Late({ text, atOnce, className = '', children }: LateProps) {
  const [isDrawn, setDrawn] = useState(() => atOnce || !canWait())
  const [waitingText] = useState(() => (isDrawn ? null : text()))
  const height = useMemo(() => waitingText && heightOf(waitingText), [waitingText])
  const outer = use(DrawnAtOnce)
  const draws = isDrawn || atOnce || outer
  const place = useRef<HTMLDivElement>(null)
  if (draws && !isDrawn) setDrawn(true)

  useLayoutEffect(() => {
    if (draws || !place.current) return
    const element = place.current
    return drawLate(element, () => {
      const before = keepsPlaces ? null : element.getBoundingClientRect()
      flushSync(() => setDrawn(true))
      // What grows above the window must not push away what the user reads.
      if (before && before.bottom < 0) window.scrollBy(0, element.getBoundingClientRect().height - before.height)
    })
  }, [draws])

  return (
    <div
      ref={place}
      className={`late ${className}`}
      data-undrawn={draws ? undefined : ''}
      style={height === null ? undefined : { containIntrinsicBlockSize: `auto ${height}px` }}
    >
      {draws ? children() : <WaitingText text={waitingText ?? ''} />}
    </div>
  )
}
