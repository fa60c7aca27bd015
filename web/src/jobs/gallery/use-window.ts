// Which rows of the library are near the window. Only these are in the document, so a library may have ten thousand jobs.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { jobsReadMax } from '#contract/library.ts'
import { findJob, isForgotten } from '../../media/job/job-store.ts'
import { isFresh, readJobs } from './library-calls.ts'
import { type Layout, type Row, rowsBetween } from './rows.ts'

/** How far beyond the window rows are drawn. */
const beyond = 500

const letterPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** The layout for a width: larger tiles where there is room for them, and two lines of letters below each. */
const layoutFor = (width: number): Layout => ({
  width,
  targetHeight: width < 560 ? 116 : 208,
  gap: width < 560 ? 12 : 16,
  captionHeight: 28 + Math.ceil(2.25 * letterPx())
})

/** Where no element has a size: in tests, and before the first layout. */
const usualWidth = 1024

/** The layout for the width that the list has now. */
export function useLayout(list: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState(() => layoutFor(usualWidth))
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth || usualWidth
      setLayout((known) => (known.width === width ? known : layoutFor(width)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return layout
}

/** The first row near the window and the one behind the last; they change as the window is scrolled. */
export function useRowsInWindow(
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  layout: Layout
): [first: number, end: number] {
  const [range, setRange] = useState<[number, number]>([0, 0])

  const look = useEffectEvent(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    const [first, end] = rowsBetween(rows, -top - beyond, window.innerHeight - top + beyond, layout)
    setRange((known) => (known[0] === first && known[1] === end ? known : [first, end]))
  })

  // What is in the window is known only once the list has its place.
  // oxlint-disable-next-line react/set-state-in-effect, react/exhaustive-effect-dependencies
  useLayoutEffect(() => look(), [rows, layout])
  useEffect(() => {
    let frame = 0
    const later = () => {
      if (frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0
          look()
        })
    }
    window.addEventListener('scroll', later, { passive: true })
    window.addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', later)
      window.removeEventListener('resize', later)
    }
  }, [])
  return range
}

/** Scrolls no further than is needed to have a row in the window, clear of the bars at its edges. */
export function showRow(list: HTMLElement, row: Row, layout: Layout): void {
  const top = list.getBoundingClientRect().top + row.top
  const bottom = top + row.height + layout.captionHeight
  const barHeight = 140
  if (top < barHeight) window.scrollTo(0, window.scrollY + top - barHeight)
  else if (bottom > window.innerHeight - barHeight)
    window.scrollTo(0, window.scrollY + bottom - window.innerHeight + barHeight)
}

/** Who scrolls fast passes by many jobs: they are read once the window rests this long. */
const restMs = 80
/** Addresses of files run out: what is on the screen is looked at this often. */
const lookAgainMs = 60_000

const isMissing = (id: string): boolean => !isForgotten(id) && (!findJob(id) || !isFresh(id))

/** Reads the jobs of these jobs, as far as they are unknown or old. @returns whether that failed, and a way to try again */
export function useJobsInWindow(ids: readonly string[]): { failed: boolean; retry: () => void } {
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const wanted = ids.join(',')
  useEffect(() => {
    const over = new AbortController()
    const read = async () => {
      const missing = wanted.split(',').filter((id) => id !== '' && isMissing(id))
      for (let at = 0; at < missing.length && !over.signal.aborted; at += jobsReadMax)
        await readJobs(missing.slice(at, at + jobsReadMax))
      if (!over.signal.aborted) setFailed(false)
    }
    const start = () =>
      void read().catch(() => {
        if (!over.signal.aborted) setFailed(true)
      })
    const timer = setTimeout(start, tries === 0 ? restMs : 0)
    const again = setInterval(start, lookAgainMs)
    return () => {
      over.abort()
      clearTimeout(timer)
      clearInterval(again)
    }
  }, [wanted, tries])
  return { failed, retry: () => setTries(tries + 1) }
}
