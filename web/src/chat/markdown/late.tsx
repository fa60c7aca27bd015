// Draws what a long page shows late: what comes near the window at once, the rest while nothing else is to be done. Each
// step is a task of its own, so that scrolling and typing come in between.
import { createContext, use, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { beginningOf } from '#contract/cut-text.ts'
import { onNewPage, pageStore } from '../../base/storage/page-store.ts'
import { nextTask } from '../../base/page/next-task.ts'

/** How far from the window something is drawn. */
const nearPx = 1200
/** A task draws for so long, and one thing more. */
const taskMs = 6
/** The rest waits until the user has not scrolled or typed for so long. */
const restMs = 700

type Draw = () => void

/** In the order in which they were put on the page. */
const waiting = new Map<Element, Draw>()
const near = new Set<Element>()
let observer: IntersectionObserver | null = null
let scheduled = false
let lastUse = 0

onNewPage(() => {
  observer?.disconnect()
  observer = null
  waiting.clear()
  near.clear()
})

/** Whether the browser can tell what is near; where it cannot, everything is drawn at once. */
export const canWait = (): boolean => typeof IntersectionObserver === 'function'

/** Calls `draw` once, unless the returned function is called before. */
export function drawLate(element: Element, draw: Draw): () => void {
  observer ??= observe()
  waiting.set(element, draw)
  observer.observe(element)
  whenIdle()
  return () => forget(element)
}

function forget(element: Element) {
  waiting.delete(element)
  near.delete(element)
  observer?.unobserve(element)
}

function observe(): IntersectionObserver {
  for (const gesture of ['wheel', 'keydown', 'pointerdown', 'touchmove'])
    window.addEventListener(gesture, () => (lastUse = performance.now()), { passive: true, capture: true })
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting && waiting.has(target)) near.add(target)
        else near.delete(target)
      if (near.size > 0) setTimeout(drawNear)
    },
    { rootMargin: `${nearPx}px 0px` }
  )
}

function drawNext(element: Element | undefined) {
  const draw = element && waiting.get(element)
  if (!element || !draw) return
  forget(element)
  draw()
}

/** What the user sees first, from the middle of the window. */
function nearest(): Element | undefined {
  const middle = window.innerHeight / 2
  let best: Element | undefined
  let least = Infinity
  for (const element of near) {
    const { top, bottom } = element.getBoundingClientRect()
    const distance = top > middle ? top - middle : bottom < middle ? middle - bottom : 0
    if (distance < least) [best, least] = [element, distance]
  }
  return best
}

function drawNear() {
  const until = performance.now() + taskMs
  do drawNext(nearest())
  while (near.size > 0 && performance.now() < until)
  if (near.size > 0) setTimeout(drawNear)
}

const idle = (then: (deadline?: IdleDeadline) => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(then) : setTimeout(then, 50)

/** The rest from its end, where a chat is read. */
function whenIdle() {
  if (scheduled || waiting.size === 0) return
  scheduled = true
  idle((deadline) => {
    scheduled = false
    const isFree = performance.now() - lastUse > restMs && (deadline?.timeRemaining() ?? taskMs) >= taskMs
    if (isFree) drawNext([...waiting.keys()].at(-1))
    setTimeout(whenIdle, isFree ? 0 : 100)
  })
}

/** A module that is loaded once something needs it, as a store that components can read. */
export function lateModule<Module extends object>(fetchModule: () => Promise<Module>) {
  const module = pageStore<Module | null>(() => null)
  const loading = pageStore<Promise<void> | null>(() => null)
  return {
    subscribe: module.subscribe,
    /** Null until it is there. */
    loaded: module.getState,
    /** Resolves when it is there, if something has needed it, or could not be fetched. */
    settled: (): Promise<void> => loading.getState() ?? Promise.resolve(),
    load: () => {
      if (loading.getState()) return
      // Asking for it, running it and what it draws are tasks of their own, after the one that draws what needs it.
      const loads = nextTask()
        .then(fetchModule)
        .then(
          async (loaded) => {
            await nextTask()
            module.setState(loaded, true)
          },
          // The next that needs it tries again.
          () => loading.setState(null, true)
        )
      loading.setState(loads, true)
    }
  }
}

/** Tells everything below it to be drawn at once. */
export const DrawnAtOnce = createContext(false)

/** A document that is printed: nothing can be drawn later, and no frame is there in time. */
export const OnPaper = createContext(false)

/** Whether the browser itself keeps what the user reads in its place. */
const keepsPlaces = globalThis.CSS?.supports?.('overflow-anchor', 'auto') ?? false

/** How many keep it in the browser's stead. */
let takers = 0

/** From now on the caller keeps in its place what the user reads. @returns gives that back, once */
export function takePlaces(): () => void {
  const { style } = document.documentElement
  takers += 1
  style.overflowAnchor = 'none'
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    takers -= 1
    if (takers === 0) style.overflowAnchor = ''
  }
}

interface LateProps {
  /** What stands in its place until then, so that the browser finds it in the page. */
  text: () => string
  /** Draw it without waiting; once drawn, it stays. */
  atOnce: boolean
  /** About how high it will be, in pixels; absent: as high as its text. */
  heightPx?: number | undefined
  className?: string
  children: () => ReactNode
}

/** Part of a long page. The browser lays it out only near the window, and remembers its height. */
export function Late({ text, atOnce, heightPx, className = '', children }: LateProps) {
  const [isDrawn, setDrawn] = useState(() => atOnce || !canWait())
  const [waitingText] = useState(() => (isDrawn ? null : text()))
  const height = useMemo(
    () => (waitingText === null ? null : (heightPx ?? heightOf(waitingText))),
    [waitingText, heightPx]
  )
  const outer = use(DrawnAtOnce)
  const draws = isDrawn || atOnce || outer
  const place = useRef<HTMLDivElement>(null)
  if (draws && !isDrawn) setDrawn(true)

  useLayoutEffect(() => {
    if (draws || !place.current) return
    const element = place.current
    return drawLate(element, () => {
      const before = keepsPlaces || takers > 0 ? null : element.getBoundingClientRect()
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

// What stands in the place of a part of a page that is not drawn yet, so that the browser finds its words in the page.

/** In characters. A longer text is laid out piece by piece, and only where the user is. */
const pieceLength = 2000

export const WaitingText = ({ text }: { text: string }) =>
  piecesOf(text).map((piece, index, { length }) => (
    <p
      // oxlint-disable-next-line react/no-array-index-key -- the text never changes
      key={index}
      className={length === 1 ? undefined : 'late'}
      style={length === 1 ? undefined : { containIntrinsicBlockSize: `auto ${heightOf(piece)}px` }}
    >
      {piece}
    </p>
  ))

/** Cut between two lines, or between two words of a long line, or anywhere in a long word. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > 2 * pieceLength) {
    const line = text.indexOf('\n', from + pieceLength)
    const longest = from + 2 * pieceLength
    const gap = line !== -1 && line < longest ? line : text.lastIndexOf(' ', longest)
    const end = gap > from ? gap : from + beginningOf(text.slice(from, longest + pieceLength), 2 * pieceLength).length
    pieces.push(text.slice(from, end))
    from = gap > from ? gap + 1 : end
  }
  return [...pieces, text.slice(from)]
}

/** About as high as the text will be, in a column of some seventy characters. */
function heightOf(text: string): number {
  let lines = 0
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    lines += to === from ? 0.4 : Math.ceil((to - from) / 72)
    from = to + 1
  }
  return Math.round(24 + lines * 26)
}
