import type { ReactNode } from 'react'
import { clsx } from 'clsx'

const tones = {
  quiet: 'bg-sunken text-ink-faint',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger'
}

interface ResultFrameProps {
  tone: keyof typeof tones
  icon: ReactNode
  title: string
  text?: ReactNode
  /** Details below the text. */
  children?: ReactNode
  actions?: ReactNode
}

/** The layout of a result. Screen readers announce a change of its title or text. */
export const ResultFrame = ({ tone, icon, title, text, children, actions }: ResultFrameProps) => (
  <div className="m-auto flex w-full max-w-lg flex-col items-center px-4 py-10 sm:py-16">
    <div aria-live="polite" aria-atomic className="flex flex-col items-center text-center">
      <span className={clsx('grid size-16 place-items-center rounded-full', tones[tone])}>{icon}</span>
      <h1 className="mt-5 text-heading font-semibold">{title}</h1>
      {text && <p className="mt-3 text-ink-soft">{text}</p>}
    </div>
    {children}
    {actions && <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>}
  </div>
)
