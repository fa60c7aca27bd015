import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  icon?: ReactNode
  /** The way on. */
  action?: ReactNode
}

export const EmptyState = ({ title, text, icon, action }: EmptyStateProps) => (
  <div className="mx-auto flex max-w-text flex-col items-center px-4 py-12 text-center">
    {icon && <span className="mb-4 grid size-14 place-items-center rounded-full bg-sunken text-ink-faint">{icon}</span>}
    <p className="text-title font-semibold">{title}</p>
    {text && <p className="mt-2 max-w-md text-small text-ink-soft">{text}</p>}
    {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
  </div>
)
