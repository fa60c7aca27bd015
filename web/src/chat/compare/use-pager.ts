// One page at a time out of a row that is scrolled sideways.
import { useRef, useState, useSyncExternalStore } from 'react'

/** As `xl` in the style sheet: all columns have room. */
const wide = '(width >= 80rem)'

function onWidth(listener: () => void): () => void {
  const media = window.matchMedia(wide)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    onWidth,
    () => window.matchMedia(wide).matches,
    () => true
  )

/** Keeps the number of the page that is shown in step with where the row is scrolled to, whichever changes first. */
export function usePager() {
  const row = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  /** The page that was chosen, while the row still scrolls past others to it. */
  const target = useRef<number | null>(null)
  return {
    row,
    at,
    turnTo: (index: number) => {
      target.current = index
      setAt(index)
      if (row.current) row.current.scrollLeft = index * row.current.clientWidth
    },
    onScroll: () => {
      if (!row.current) return
      const place = row.current.scrollLeft / row.current.clientWidth
      const shown = Math.round(place)
      if (target.current === null) setAt(shown)
      else if (Math.abs(place - target.current) < 0.02) target.current = null
    },
    /** A finger on the row decides where it goes. */
    onTouch: () => {
      target.current = null
    }
  }
}
