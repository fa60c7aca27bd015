import { type PointerEvent, useRef, useSyncExternalStore } from 'react'

/** What a finger moves by itself. */
const ownMoves = 'input, [role="slider"]'
/** On a shorter way the finger only trembles. */
const leastPx = 48
/** So much less the picture follows a finger to a side where no other one is. */
const heldBack = 4

const subscribe = (listen: () => void) => {
  window.visualViewport?.addEventListener('resize', listen)
  return () => window.visualViewport?.removeEventListener('resize', listen)
}
const isCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
/** A film that fills the screen stands in the area, but hides the job beside it. */
const fillsScreen = () => Boolean(document.fullscreenElement)
const isMagnified = () => (window.visualViewport?.scale ?? 1) > 1.01

/**
 * One finger that goes sideways shows the job of that side, and takes the picture along unless its user wants no movement. Two
 * fingers zoom; a picture that is zoomed moves under the finger as everywhere, and so does the page up and down.
 * @returns `area`: for the element that is swiped over; `moved`: for what goes with the finger
 */
export function useSwipe(onNewer: (() => void) | null, onOlder: (() => void) | null) {
  const moved = useRef<HTMLDivElement>(null)
  const begun = useRef<{ id: number; x: number; y: number } | null>(null)
  const isZoomed = useSyncExternalStore(subscribe, isMagnified)

  function take(px: number) {
    if (moved.current && !isCalm()) moved.current.style.translate = px === 0 ? '' : `${px}px`
  }

  /** To the right; 0 where the finger goes rather up or down. */
  function wayOf({ pointerId, clientX, clientY }: PointerEvent): number {
    if (begun.current?.id !== pointerId) return 0
    const px = clientX - begun.current.x
    return Math.abs(px) > 1.5 * Math.abs(clientY - begun.current.y) ? px : 0
  }

  const beside = (way: number) => (way > 0 ? onNewer : onOlder)

  function end(way = 0) {
    begun.current = null
    take(0)
    const show = beside(way)
    if (!show || Math.abs(way) < leastPx) return
    show()
    if (!isCalm())
      moved.current?.animate([{ translate: `${-way}px`, opacity: 0 }, {}], { duration: 160, easing: 'ease-out' })
  }

  return {
    moved,
    area: {
      className: isZoomed ? '' : 'touch-pan-y touch-pinch-zoom',
      onPointerDown: ({ pointerType, pointerId: id, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
        end()
        const isFree = target instanceof Element && !target.closest(ownMoves) && !fillsScreen()
        if (isPrimary && pointerType !== 'mouse' && isFree && !isZoomed) begun.current = { id, x, y }
      },
      onPointerMove: (event: PointerEvent) => {
        const way = wayOf(event)
        if (begun.current) take(beside(way) ? way : way / heldBack)
      },
      onPointerUp: (event: PointerEvent) => end(wayOf(event)),
      onPointerCancel: () => end()
    }
  }
}
