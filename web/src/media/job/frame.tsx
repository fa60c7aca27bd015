import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import type { Job, JobFile } from '#contract/jobs.ts'

interface FrameProps {
  /** Width divided by height. */
  ratio: number
  className?: string
  children?: ReactNode
}

/**
 * As wide as the parent, and as high as the window lets a picture be with what is around it: `--around`, or the bars of a page
 * and the buttons of a result.
 */
export const frameWidth = (ratio: number): string =>
  `min(100%, max(14rem, 100dvh - var(--around, 22rem)) * ${ratio.toFixed(4)})`

/**
 * A box in the proportions of its picture. It has its size before the picture is loaded, so nothing jumps. The controls of a film need
 * their width, however low the window is.
 */
export const Frame = ({ ratio, className, children }: FrameProps) => (
  <div
    style={{ aspectRatio: ratio, width: frameWidth(ratio) }}
    className={clsx('mx-auto overflow-hidden rounded-control bg-sunken has-[video]:min-w-60', className)}
  >
    {children}
  </div>
)

const pattern = /^(\d{1,5})[:x×](\d{1,5})$/

function parsed(value: string | number | undefined): number | null {
  const [, width = 0, height = 0] = pattern.exec(String(value))?.map(Number) ?? []
  return width > 0 && height > 0 ? width / height : null
}

/** The width of the result divided by its height, from the settings; null for audio. */
export function expectedRatio({ kind, parameters }: Pick<Job, 'kind' | 'parameters'>): number | null {
  if (kind === 'audio') return null
  return parsed(parameters.aspectRatio) ?? parsed(parameters.size) ?? (kind === 'video' ? 16 / 9 : 1)
}

export const ratioOf = ({ width, height }: Pick<JobFile, 'width' | 'height'>): number | null =>
  width && height ? width / height : null
