import type { ReactNode } from 'react'
import { clsx } from 'clsx'

interface FrameProps {
  /** Width divided by height. */
  ratio: number
  className?: string
  children?: ReactNode
}

/** A place in the proportions of its picture, as wide as there is room and never much taller than the window. */
export const Frame = ({ ratio, className, children }: FrameProps) => (
  <div
    style={{ aspectRatio: ratio, width: `min(100%, ${(70 * ratio).toFixed(2)}dvh)` }}
    className={clsx('mx-auto overflow-hidden rounded-control bg-sunken', className)}
  >
    {children}
  </div>
)
