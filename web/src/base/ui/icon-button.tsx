import type { ComponentProps, ReactNode } from 'react'
import { clsx } from 'clsx'
import { offProps } from './button.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What the button does; read aloud, and shown by the browser on hover. */
  label: string
  icon: ReactNode
  size?: 'small' | 'medium'
}

/** The classes of an icon button, for links that look like one. */
export const iconButtonClass = (size: 'small' | 'medium' = 'medium', className?: string): string =>
  clsx(
    'inline-grid shrink-0 place-items-center rounded-control text-ink-soft transition select-none',
    'hover:bg-hover hover:text-ink active:bg-pressed dims',
    size === 'medium' ? 'size-11' : 'size-8 pointer-coarse:size-11',
    className
  )

/** @param props `disabled`, as the menus that it opens name it, is the `off` of a `Button`: it may be its own press that ended a list */
export function IconButton({ label, icon, size, className, disabled, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      {...(disabled && offProps)}
      className={iconButtonClass(size, className)}
    >
      {icon}
    </button>
  )
}
