import { type RefObject, useEffect, useRef } from 'react'
import type { Size } from '../file/chosen-file.ts'
import { drawMask } from './mask-steps.ts'
import type { Mask } from './use-mask.ts'

/** Pixels of the canvas on the screen; the exported mask has the size of the picture. */
const sideMax = 2048

interface MaskOverlayProps {
  mask: Mask
  size: Size
  /** For drawing what is not a step yet. */
  canvas?: RefObject<HTMLCanvasElement | null>
}

/** What is selected, over a picture that fills the same box. */
export function MaskOverlay({ mask, size, canvas }: MaskOverlayProps) {
  const own = useRef<HTMLCanvasElement>(null)
  const place = canvas ?? own
  const scale = Math.min(1, sideMax / Math.max(size.width, size.height))
  useEffect(() => {
    const { current } = place
    if (current) drawMask(current, mask.steps, size, getComputedStyle(current).color)
  }, [mask.steps, size, place])
  return (
    <canvas
      ref={place}
      width={Math.max(1, Math.round(size.width * scale))}
      height={Math.max(1, Math.round(size.height * scale))}
      className="absolute inset-0 size-full text-accent opacity-70 [filter:drop-shadow(0_0_1px_white)_drop-shadow(0_0_1px_white)_drop-shadow(0_0_2px_black)]"
    />
  )
}
