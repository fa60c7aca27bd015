import type { ComponentProps, ReactNode, SyntheticEvent } from 'react'
import { clsx } from 'clsx'
import { inOwnElements } from './own-elements.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'small' | 'medium' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-ink text-on-ink hover:bg-ink/85 active:bg-ink/75',
  accent: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line bg-raised text-ink shadow-raised hover:bg-hover active:bg-pressed',
  ghost: 'text-ink hover:bg-hover active:bg-pressed',
  danger: 'border border-line bg-raised text-danger hover:border-danger hover:bg-danger-soft'
}

const sizes: Record<ButtonSize, string> = {
  small: 'h-9 gap-1.5 px-3 text-small pointer-coarse:h-11',
  medium: 'h-11 gap-2 px-4 text-small',
  large: 'h-13 gap-2.5 px-6 text-body'
}

interface Look {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ variant = 'primary', size = 'medium', className }: Look = {}): string =>
  clsx(
    'inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap transition select-none dims',
    variants[variant],
    sizes[size],
    className
  )

interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'>, Look {
  /** The action of the button is running: it shows a spinner and takes no second press. It keeps the focus, which a disabled one loses. */
  busy?: boolean | undefined
  /** It has nothing to do, maybe since its own press: it takes none, and keeps the focus. */
  off?: boolean
  icon?: ReactNode
}

const ignore = (event: SyntheticEvent) => event.preventDefault()

/**
 * The last props of a button that is off. It takes no press, nor one by Enter in a field of its form, and keeps the focus, which a
 * disabled one loses.
 */
export const offProps = {
  disabled: false,
  'aria-disabled': true,
  onClick: ignore,
  onPointerDown: undefined,
  onKeyDown: undefined
}

export function Button({
  variant,
  size,
  busy = false,
  off,
  icon,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...((busy || off) && { ...offProps, 'aria-busy': busy })}
      // oxlint-disable-next-line react/button-has-type -- the default is above
      type={type}
      // Pressed before the page runs, it is busy already: app/start/kept-input.ts.
      suppressHydrationWarning={type === 'submit'}
      // Only what is pressed before the page answers breathes: it has no spinner yet.
      className={clsx(buttonClass({ variant, size, className }), busy && 'animate-none!')}
    >
      {busy ? <Spinner /> : icon}
      {inOwnElements(children)}
    </button>
  )
}
