import { useEffect, useId, useRef } from 'react'
import { drawMask } from './draw-mask.ts'
import type { Size } from '../file/chosen-file.ts'
import { useBrush } from './use-brush.ts'
import type { Mask } from './use-mask.ts'

/** Pixels of the canvas on the screen; the exported mask has the size of the picture. */
const sideMax = 1024

interface MaskCanvasProps {
  image: string
  size: Size
  mask: Mask
  radius: number
  erases: boolean
  /** The form needs a mask and has none. */
  isInvalid: boolean
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

/** The picture with its selection, painted by pointer or keyboard. */
export function MaskCanvas({ image, size, mask, radius, erases, isInvalid }: MaskCanvasProps) {
  const helpId = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { at, handlers } = useBrush({ canvas, mask, size, radius, erases })
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
        <span
          aria-hidden
          style={{
            left: percent(at.x, size.width),
            top: percent(at.y, size.height),
            width: percent(radius * 2, size.width)
          }}
          className="pointer-events-none absolute aspect-square -translate-1/2 rounded-full border border-on-ink opacity-0 outline outline-ink group-hover/canvas:opacity-100 group-focus-visible/canvas:opacity-100"
        />
      </div>
      <p id={helpId} className="mt-1.5 hidden text-caption text-ink-faint group-has-focus-visible:block">
        Стрелки двигают кисть, пробел закрашивает, Shift со стрелками проводит линию, Ctrl+Z отменяет
      </p>
    </div>
  )
}
