import type { ReactNode } from 'react'
import { clsx } from 'clsx'

const tones = {
  quiet: 'bg-sunken text-ink-faint',
  accent: 'bg-accent-soft text-accent-strong',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger'
}

interface BadgeProps {
  tone?: keyof typeof tones
  children: ReactNode
  className?: string
}

export const Badge = ({ tone = 'quiet', children, className }: BadgeProps) => (
  <span
    className={clsx(
      'inline-flex items-center rounded-full px-2 py-0.5 text-caption font-medium whitespace-nowrap',
      tones[tone],
      className
    )}
  >
    {children}
  </span>
)
