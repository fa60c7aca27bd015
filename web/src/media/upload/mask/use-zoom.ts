// How large the picture is on the stage of the mask: by buttons, keys, the wheel or two fingers. Moving about is scrolling.
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Size } from '../file/chosen-file.ts'

type Place = Pick<PointerEvent, 'clientX' | 'clientY'>

const zoomMax = 8
/** A small picture fills the stage only up to this size, in pixels of the screen for each of its own. */
const fitMax = 4
export const zoomStep = 1.5

interface Stage {
  /** Scrolls. */
  stage: RefObject<HTMLElement | null>
  /** The picture in it. */
  picture: RefObject<HTMLElement | null>
  size: Size
}

/** @returns the width of the picture in pixels of the screen, and what changes it */
export function useZoom({ stage, picture, size }: Stage) {
  const fit = useFit(stage, size)
  const [zoom, setZoom] = useState(1)

  /** Keeps what lies at a place there; without one, what lies in the middle. */
  function zoomTo(wanted: number, place: Place = middleOf(stage.current)) {
    const next = Math.min(zoomMax, Math.max(1, wanted))
    const before = picture.current?.getBoundingClientRect()
    // The new size is needed at once, to scroll to the same point of the picture.
    flushSync(() => setZoom(next))
    const after = picture.current?.getBoundingClientRect()
    if (!before || !after || !stage.current || before.width === 0) return
    const grown = after.width / before.width
    scroll(
      stage.current,
      after.left + (place.clientX - before.left) * grown - place.clientX,
      after.top + (place.clientY - before.top) * grown - place.clientY
    )
  }

  // A pinch on a touchpad is a wheel with Ctrl, which would make the whole page larger.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(zoom * Math.exp(-event.deltaY / 200), event)
  })
  useEffect(() => {
    const { current } = stage
    const listener = (event: WheelEvent) => onWheel(event)
    current?.addEventListener('wheel', listener, { passive: false })
    return () => current?.removeEventListener('wheel', listener)
  }, [stage])

  return { width: size.width * fit * zoom, zoom, zoomTo, canGrow: zoom < zoomMax, canShrink: zoom > 1 }
}

export type Zoom = ReturnType<typeof useZoom>

function scroll(stage: HTMLElement | null, right: number, down: number): void {
  if (!stage) return
  stage.scrollLeft += right
  stage.scrollTop += down
}

function middleOf(stage: HTMLElement | null): Place {
  const { left, top, width, height } = stage?.getBoundingClientRect() ?? new DOMRect()
  return { clientX: left + width / 2, clientY: top + height / 2 }
}

/** How large the whole picture can be on the stage, in pixels of the screen for each of its own. */
function useFit(stage: Stage['stage'], { width, height }: Size): number {
  const [room, setRoom] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const { current } = stage
    if (!current) return undefined
    const measure = () => {
      const { paddingLeft, paddingTop } = getComputedStyle(current)
      setRoom({
        width: current.clientWidth - 2 * (Number.parseFloat(paddingLeft) || 0),
        height: current.clientHeight - 2 * (Number.parseFloat(paddingTop) || 0)
      })
    }
    measure()
    // Its own scroll bars take room from what is inside, and must not be measured.
    const observer = new ResizeObserver(() => current.scrollWidth <= current.clientWidth && measure())
    observer.observe(current)
    return () => observer.disconnect()
  }, [stage])
  return room ? Math.max(0, Math.min(room.width / width, room.height / height, fitMax)) : 0
}

interface Fingers {
  stage: RefObject<HTMLElement | null>
  zoom: Zoom
  /** The second finger came: what the first one was drawing is not meant. */
  onBegin: (timeStamp: number) => void
}

interface Pinch {
  distance: number
  zoom: number
  middle: Place
}

/** Two fingers zoom and move the picture. Each handler tells whether the event belongs to them, and so paints nothing. */
export function useFingers({ stage, zoom, onBegin }: Fingers) {
  const fingers = useRef(new Map<number, Place>())
  const pinch = useRef<Pinch | null>(null)

  function down({ pointerType, pointerId, clientX, clientY, timeStamp }: PointerEvent): boolean {
    if (pointerType !== 'touch') return false
    fingers.current.set(pointerId, { clientX, clientY })
    if (fingers.current.size === 2) {
      pinch.current = { ...between(fingers.current), zoom: zoom.zoom }
      onBegin(timeStamp)
    }
    return fingers.current.size > 1
  }

  function move(event: PointerEvent): boolean {
    if (!fingers.current.has(event.pointerId)) return false
    fingers.current.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY })
    if (!pinch.current) return false
    if (fingers.current.size !== 2) return true
    const { distance, middle } = between(fingers.current)
    const { clientX, clientY } = pinch.current.middle
    scroll(stage.current, clientX - middle.clientX, clientY - middle.clientY)
    pinch.current = { ...pinch.current, middle }
    zoom.zoomTo((pinch.current.zoom * distance) / pinch.current.distance, middle)
    return true
  }

  function up({ pointerId }: PointerEvent): boolean {
    if (!fingers.current.delete(pointerId) || !pinch.current) return false
    if (fingers.current.size === 0) pinch.current = null
    return true
  }

  return { down, move, up }
}

function between(fingers: ReadonlyMap<number, Place>): Pick<Pinch, 'distance' | 'middle'> {
  const [one, other] = [...fingers.values()]
  if (!one || !other) throw new Error('There are no two fingers')
  return {
    distance: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
    middle: { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }
  }
}
