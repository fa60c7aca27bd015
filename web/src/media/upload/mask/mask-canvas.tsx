import { clsx } from 'clsx'
import { useEffect, useId, useRef } from 'react'
import { drawMask, type Point } from './mask-steps.ts'
import type { Size } from '../file/chosen-file.ts'
import type { MaskTool } from './mask-tools.tsx'
import { useBrush, useLasso } from './brush-and-lasso.ts'
import type { Mask } from './use-mask.ts'

/** Pixels of the canvas on the screen; the exported mask has the size of the picture. */
const sideMax = 1024

interface MaskCanvasProps {
  image: string
  size: Size
  mask: Mask
  radius: number
  tool: MaskTool
  /** The form needs a mask and has none. */
  isInvalid: boolean
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

/** The picture with its selection, painted by pointer or keyboard. */
export function MaskCanvas({ image, size, mask, radius, tool, isInvalid }: MaskCanvasProps) {
  const helpId = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const brush = useBrush({ canvas, mask, size, radius, erases: tool === 'eraser' })
  const lasso = useLasso({ canvas, mask, size, step: radius })
  const isLasso = tool === 'lasso'
  const { at, handlers } = isLasso ? lasso : brush
  const scale = Math.min(1, sideMax / Math.max(size.width, size.height))

  useEffect(() => {
    const { current } = canvas
    if (current) drawMask(current, mask.steps, size, getComputedStyle(current).color)
  }, [mask.steps, size])

  return (
    <div className="group">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive */}
      <div
        {...handlers}
        role="application"
        aria-label="Область замены на изображении"
        aria-describedby={helpId}
        aria-invalid={isInvalid || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        className="group/canvas relative mx-auto w-fit max-w-full cursor-crosshair touch-none overflow-hidden rounded-control bg-sunken select-none"
      >
        <img src={image} alt="" draggable={false} className="block max-h-[60dvh] max-w-full" />
        <canvas
          ref={canvas}
          width={Math.max(1, Math.round(size.width * scale))}
          height={Math.max(1, Math.round(size.height * scale))}
          className="absolute inset-0 size-full text-accent opacity-70 [filter:drop-shadow(0_0_1px_white)_drop-shadow(0_0_1px_white)_drop-shadow(0_0_2px_black)]"
        />
        {isLasso && <LassoLine size={size} corners={lasso.corners} />}
        <span
          aria-hidden
          style={{
            left: percent(at.x, size.width),
            top: percent(at.y, size.height),
            ...(!isLasso && { width: percent(radius * 2, size.width) })
          }}
          className={clsx(
            'pointer-events-none absolute aspect-square -translate-1/2 rounded-full border border-on-ink opacity-0 outline outline-ink group-hover/canvas:opacity-100 group-focus-visible/canvas:opacity-100',
            isLasso && 'w-2'
          )}
        />
      </div>
      <p id={helpId} className="mt-1.5 hidden text-caption text-ink-faint group-has-focus-visible:block">
        {isLasso ? lassoHelp : brushHelp}
      </p>
    </div>
  )
}

const brushHelp = 'Стрелки двигают кисть, пробел закрашивает, Shift со стрелками проводит линию, Ctrl+Z отменяет'
const lassoHelp = 'Стрелки двигают точку, пробел ставит угол, Enter замыкает контур, Ctrl+Z отменяет'

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
