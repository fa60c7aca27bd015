// Draws what a long page shows late: what comes near the window at once, the rest while nothing else is to be done. Each
// step is a task of its own, so that scrolling and typing come in between.
import { onNewPage } from '../../base/storage/page-store.ts'

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
  for (const use of ['wheel', 'keydown', 'pointerdown', 'touchmove'])
    window.addEventListener(use, () => (lastUse = performance.now()), { passive: true, capture: true })
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
