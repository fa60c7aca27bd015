import { type TouchEvent, useRef } from 'react'

/** How far a finger goes to the left before what it pushes goes away, in CSS pixels. */
const farPx = 70

/** What moves with the finger. */
const surfaceOf = ({ currentTarget }: TouchEvent<HTMLElement>) =>
  currentTarget.closest<HTMLElement>('[role=dialog]') ?? currentTarget

/** @returns what makes an element at the left edge follow a finger to the left, and go away behind it */
export function useSwipeAway(leave: () => void) {
  const from = useRef<{ x: number; y: number; isSwipe: boolean } | null>(null)
  const back = (event: TouchEvent<HTMLElement>) => {
    from.current = null
    const { style } = surfaceOf(event)
    style.transition = ''
    style.transform = ''
  }
  return {
    onTouchStart: ({ touches }: TouchEvent<HTMLElement>) => {
      const touch = touches[0]
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, isSwipe: false } : null
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => {
      const touch = event.touches[0]
      const begun = from.current
      if (!begun || !touch) return
      const [across, along] = [touch.clientX - begun.x, Math.abs(touch.clientY - begun.y)]
      // The first movement decides: along, the list is scrolled.
      if (!begun.isSwipe && along > 10 && along > -across) return void (from.current = null)
      begun.isSwipe ||= across < -10
      if (!begun.isSwipe) return
      const { style } = surfaceOf(event)
      style.transition = 'none'
      style.transform = `translateX(${Math.min(0, across)}px)`
    },
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      const touch = event.changedTouches[0]
      const begun = from.current
      const isFar = touch && begun?.isSwipe && touch.clientX - begun.x < -farPx
      back(event)
      if (isFar) leave()
    },
    onTouchCancel: back
  }
}
