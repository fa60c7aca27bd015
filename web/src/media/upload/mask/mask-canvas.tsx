import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Point } from './mask-steps.ts'
import type { Size } from '../file/chosen-file.ts'
import type { MaskTool } from './mask-tools.tsx'
import { useBrush, useLasso } from './brush-and-lasso.ts'
import { MaskOverlay } from './mask-overlay.tsx'
import type { Mask } from './use-mask.ts'
import { useFingers, useZoom, type Zoom, zoomStep } from './use-zoom.ts'

interface MaskCanvasProps {
  image: string
  size: Size
  mask: Mask
  radius: number
  tool: MaskTool
  /** Tools that stand over the stage. */
  children: (zoom: Zoom) => ReactNode
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

/** The picture with its selection, painted by pointer or keyboard; it scrolls where it is larger than its stage. */
export function MaskCanvas({ image, size, mask, radius, tool, children }: MaskCanvasProps) {
  const helpId = useId()
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const zoom = useZoom({ stage, picture, size })
  const brush = useBrush({ canvas, mask, size, radius, erases: tool === 'eraser' })
  const lasso = useLasso({ canvas, mask, size, step: radius })
  const isLasso = tool === 'lasso'
  const { at, handlers, interrupt } = isLasso ? lasso : brush
  const fingers = useFingers({ stage, zoom, onBegin: interrupt })
  const [isByKeys, setByKeys] = useState(false)

  function onKeyDown(event: KeyboardEvent) {
    setByKeys(true)
    if (event.ctrlKey || event.metaKey || !(event.key in zoomKeys)) return handlers.onKeyDown(event)
    zoom.zoomTo(zoomKeys[event.key]?.(zoom.zoom) ?? 1)
    event.preventDefault()
  }

  return (
    <div className="group flex min-h-0 grow flex-col">
      <div className="relative flex min-h-0 grow flex-col">
        <div
          ref={stage}
          onPointerDownCapture={(event) => {
            setByKeys(false)
            unless(fingers.down)(event)
          }}
          onPointerMoveCapture={unless(fingers.move)}
          onPointerUpCapture={unless(fingers.up)}
          onPointerCancelCapture={unless(fingers.up)}
          className="grid min-h-0 grow touch-none overflow-auto bg-sunken p-2 sm:p-4"
        >
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive */}
          <div
            {...handlers}
            ref={picture}
            onKeyDown={onKeyDown}
            role="application"
            aria-label="Область замены на изображении"
            aria-describedby={helpId}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
            tabIndex={0}
            data-first-focus
            style={{ width: zoom.width, aspectRatio: size.width / size.height }}
            className="group/canvas relative m-auto cursor-crosshair touch-none overflow-hidden rounded-small select-none"
          >
            <img src={image} alt="" draggable={false} className="block size-full" />
            <MaskOverlay mask={mask} size={size} canvas={canvas} />
            {isLasso && <LassoLine size={size} corners={lasso.corners} />}
            <Cursor at={at} size={size} radius={isLasso ? null : radius} isFollowed={isByKeys} />
          </div>
        </div>
        {children(zoom)}
      </div>
      <p
        id={helpId}
        className="hidden bg-sunken px-4 pb-2 text-center text-caption text-ink-soft group-has-[[role=application]:focus-visible]:block"
      >
        {isLasso ? lassoHelp : brushHelp}
      </p>
    </div>
  )
}

/** By the character, so that they are where they stand on any layout. */
const zoomKeys: Record<string, (zoom: number) => number> = {
  '+': (zoom) => zoom * zoomStep,
  '=': (zoom) => zoom * zoomStep,
  '-': (zoom) => zoom / zoomStep,
  '0': () => 1
}

interface CursorProps {
  at: Point
  size: Size
  /** Of the brush, in pixels of the picture; null: a point. */
  radius: number | null
  /** The stage scrolls after it. */
  isFollowed: boolean
}

function Cursor({ at, size, radius, isFollowed }: CursorProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isFollowed) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (
    <span
      ref={place}
      aria-hidden
      style={{
        left: percent(at.x, size.width),
        top: percent(at.y, size.height),
        ...(radius !== null && { width: percent(radius * 2, size.width) })
      }}
      className={clsx(
        'pointer-events-none absolute aspect-square -translate-1/2 rounded-full border border-on-ink opacity-0 outline outline-ink group-hover/canvas:opacity-100 group-focus-visible/canvas:opacity-100',
        radius === null && 'w-2'
      )}
    />
  )
}

/** Keeps from the painting what belongs to two fingers. */
const unless = (isTheirs: (event: PointerEvent) => boolean) => (event: PointerEvent) => {
  if (isTheirs(event)) event.stopPropagation()
}

const zoomHelp = 'плюс и минус меняют масштаб'
const brushHelp = `Стрелки двигают кисть, пробел закрашивает, Shift со стрелками проводит линию, Ctrl+Z отменяет, ${zoomHelp}`
const lassoHelp = `Стрелки двигают точку, пробел ставит угол, Enter замыкает контур, Ctrl+Z отменяет, ${zoomHelp}`

/** The line so far, above the selection. */
const LassoLine = ({ size, corners }: { size: Size; corners: readonly Point[] }) => {
  const points = corners.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full fill-none"
    >
      <polyline points={points} className="stroke-on-ink" strokeWidth={4} vectorEffect="non-scaling-stroke" />
      <polyline points={points} className="stroke-ink" strokeWidth={2} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
